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

/**
 * Moves one vote or subscription of each person from the posts still merged into the parent to the parent,
 * that of the earliest merge. Runs one statement for any number of posts.
 */
async function refill(
  tx: Transaction,
  table: PersonalTable,
  { organizationId, parentId, userIds }: { organizationId: number; parentId: number; userIds: number[] },
) {
  if (userIds.length === 0) return
  const column = sql.ref(table === 'votes' ? 'voter_ids' : 'subscriber_ids')
  await sql`
    with first as (
      select distinct on (held.user_id) held.user_id, merge.child_id
      from post_merges merge join ${sql.table(table)} held
        on held.organization_id = merge.organization_id and held.post_id = merge.child_id
      where merge.organization_id = ${organizationId} and merge.parent_id = ${parentId}
        and held.user_id = any(${userIds}::int[])
        and not exists (
          select 1 from ${sql.table(table)} kept
          where kept.organization_id = ${organizationId} and kept.post_id = ${parentId} and kept.user_id = held.user_id)
      order by held.user_id, merge.created_at, merge.child_id),
    moved as (
      update ${sql.table(table)} held set post_id = ${parentId} from first
      where held.organization_id = ${organizationId} and held.post_id = first.child_id and held.user_id = first.user_id
      returning first.child_id, first.user_id)
    update post_merges merge set ${column} = ${column} || back.ids
    from (select child_id, array_agg(user_id) as ids from moved group by child_id) back
    where merge.organization_id = ${organizationId} and merge.child_id = back.child_id`.execute(tx)
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
