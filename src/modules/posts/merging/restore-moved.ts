import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { moveUnlessPresent, type PersonalTable } from './move-unless-present.ts'

type Family = { organizationId: number; parentId: number; childId: number }

/**
 * Moves the votes or subscriptions of `userIds` from a parent back to the child. If the person has another
 * one on a post still merged into the parent, that one moves to the parent instead.
 */
export async function restoreMovedPersonal(
  tx: Transaction,
  table: PersonalTable,
  { organizationId, parentId, childId, userIds: only }: Family & { userIds: number[] },
): Promise<void> {
  const left = await moveUnlessPresent(tx, organizationId, table, { from: parentId, to: childId, only })
  // Deletes the remaining ones. These people have a new one on the child, which is kept.
  const { rows } = await sql<{ id: number }>`
    delete from ${sql.table(table)}
    where organization_id = ${organizationId} and post_id = ${parentId} and user_id = any(${only}::int[])
    returning user_id as id`.execute(tx)
  await refill(tx, table, { organizationId, parentId, userIds: [...left, ...rows.map(({ id }) => id)] })
}

async function refill(
  tx: Transaction,
  table: PersonalTable,
  { organizationId, parentId, userIds }: { organizationId: number; parentId: number; userIds: number[] },
) {
  if (userIds.length === 0) return
  const siblings = await tx
    .selectFrom('postMerges')
    .select('childId')
    .where('organizationId', '=', organizationId)
    .where('parentId', '=', parentId)
    .orderBy('createdAt')
    .orderBy('childId')
    .execute()
  const column = sql.ref(table === 'votes' ? 'voter_ids' : 'subscriber_ids')
  for (const { childId } of siblings) {
    const moved = await moveUnlessPresent(tx, organizationId, table, {
      from: childId,
      to: parentId,
      only: userIds,
    })
    if (moved.length > 0)
      await sql`update post_merges set ${column} = ${column} || ${moved}::int[]
        where organization_id = ${organizationId} and child_id = ${childId}`.execute(tx)
  }
}

/** Moves comments and their replies from a parent back to the child. */
export async function restoreMovedComments(
  tx: Transaction,
  { organizationId, parentId, childId, commentIds }: Family & { commentIds: number[] },
): Promise<void> {
  await sql`
    with recursive returned as (
      select id from comments
      where organization_id = ${organizationId} and post_id = ${parentId} and id = any(${commentIds}::int[])
      union
      select c.id from comments c join returned r on c.organization_id = ${organizationId} and c.parent_id = r.id)
    update comments set post_id = ${childId}
    where organization_id = ${organizationId} and id in (select id from returned)`.execute(tx)
}
