import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { PersonalTable } from './move-unless-present.ts'

/**
 * Removes a person's vote or subscription from the records of merges that moved it to a post. A later vote or
 * subscription of the person then belongs to the post itself, and an unmerge leaves it there.
 */
export async function forgetMergeOrigin(
  tx: Transaction,
  organizationId: number,
  table: PersonalTable,
  { postId, userId }: { postId: number; userId: number },
): Promise<void> {
  const column = sql.ref(table === 'votes' ? 'voter_ids' : 'subscriber_ids')
  await sql`
    with recursive merged as (
      select child_id from post_merges where organization_id = ${organizationId} and parent_id = ${postId}
      union
      select m.child_id from post_merges m join merged on m.organization_id = ${organizationId} and m.parent_id = merged.child_id)
    update post_merges set ${column} = array_remove(${column}, ${userId}::int)
    where organization_id = ${organizationId} and child_id in (select child_id from merged)
      and ${userId}::int = any(${column})`.execute(tx)
}
