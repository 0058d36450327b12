import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { Between } from './move-personal.ts'

/**
 * Returns the deleted posts of a person who has written as a visitor, as far as the log has their events. The people of
 * imports have none.
 */
export async function deletedPostsOf(
  tx: Transaction,
  { organizationId, fromId }: Between,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.subject_id as id from events e
    where e.organization_id = ${organizationId} and e.type = 'post_deleted'
      and e.snapshot -> 'submitterId' = to_jsonb(${fromId}::int)
      and exists (select 1 from visitors where organization_id = ${organizationId} and user_id = ${fromId})`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
