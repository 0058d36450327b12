import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Returns the number of votes and posts of a person. The vote of a post's submitter does not count beside the post. */
export async function countContributions(db: Db, organizationId: number, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from posts where organization_id = ${organizationId} and submitter_id = ${userId})
      + (select count(*) from votes v where v.organization_id = ${organizationId} and v.user_id = ${userId}
          and not exists (select 1 from posts p where p.organization_id = ${organizationId} and p.id = v.post_id
            and p.submitter_id = ${userId}))
    )::int as count`.execute(db)
  return rows[0]?.count ?? 0
}
