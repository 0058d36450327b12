import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { PUBLIC_POSTS } from '../visible-posts-sql.ts'

/** Maximum number of merges between a post and the one that survives. */
const MAX_MERGES = 10

/**
 * Returns the id of the post into which the post with a slug was merged, directly or through others. Null if there is
 * none, it is not merged, or it was not public.
 */
export async function survivingPostId(db: Db, organizationId: number, slug: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`with recursive merged as (
      select p.id, p.merged_into_id, 0 as steps from posts p
      where p.organization_id = ${organizationId} and p.slug = ${slug} and p.merged_into_id is not null
        and not p.hidden and ${sql.raw(PUBLIC_POSTS)}
      union all
      select p.id, p.merged_into_id, steps + 1 from merged m
        join posts p on p.organization_id = ${organizationId} and p.id = m.merged_into_id
      where steps < ${MAX_MERGES})
    select id from merged where merged_into_id is null`.execute(db)
  return rows[0]?.id ?? null
}
