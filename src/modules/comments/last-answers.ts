import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Returns the id of the last official comment on each of several posts, for posts that have one. */
export async function lastAnswers(
  db: Db,
  organizationId: number,
  postIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from unnest(${postIds}::int[]) as p (id)
    cross join lateral (
      select id from comments
      where organization_id = ${organizationId} and post_id = p.id and official and not internal
        and deleted_at is null and approval_status = 'approved'
      order by id desc limit 1) c`.execute(db)
  return rows.map(({ id }) => id)
}
