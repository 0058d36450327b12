import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { renameInEvents } from './rename-in-events.ts'

/** A person whose contributions move to another one. */
export type Between = { organizationId: number; fromId: number; intoId: number }

/** Maximum number of rows of one statement. */
export const BATCH = 1000

/**
 * Moves the votes and subscriptions of a person to another one. A second vote of the receiver on a post is deleted, and
 * not counted any more. Returns the numbers of what the receiver has got.
 */
export async function movePersonal(
  tx: Transaction,
  between: Between,
): Promise<{ votes: number; subscriptions: number }> {
  const moved = { votes: 0, subscriptions: 0 }
  for (;;) {
    const postIds = await lockVotedPosts(tx, between)
    if (postIds.length === 0) break
    moved.votes += await moveVotes(tx, between, postIds)
  }
  for (;;) {
    const subscriptions = await moveSubscriptions(tx, between)
    if (subscriptions === null) return moved
    moved.subscriptions += subscriptions
  }
}

/** Locks the next posts with votes of the person, so that no other transaction changes the votes and the counts. */
async function lockVotedPosts(tx: Transaction, { organizationId, fromId }: Between): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from posts
    where organization_id = ${organizationId} and id in (
      select post_id from votes where organization_id = ${organizationId} and user_id = ${fromId}
      order by post_id limit ${BATCH})
    order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

async function moveVotes(
  tx: Transaction,
  { organizationId, fromId, intoId }: Between,
  postIds: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ postId: number }>`
    with gone as (
      delete from votes where organization_id = ${organizationId} and user_id = ${fromId} and post_id = any(${postIds}::int[])
      returning post_id, direction, created_at),
    moved as (
      insert into votes (organization_id, post_id, user_id, direction, created_at)
      select ${organizationId}::int, post_id, ${intoId}::int, direction, created_at from gone
      on conflict (organization_id, post_id, user_id) do nothing returning post_id),
    counted as (
      update posts p set votes_count = votes_count - (gone.direction = 'up')::int,
        downvotes_count = downvotes_count - (gone.direction = 'down')::int
      from gone where p.organization_id = ${organizationId} and p.id = gone.post_id
        and not exists (select 1 from moved where moved.post_id = gone.post_id))
    select post_id as "postId" from moved`.execute(tx)
  const moved = rows.map(({ postId }) => postId)
  await renameInMerges(tx, { organizationId, fromId, intoId }, { column: 'voter_ids', postIds, moved })
  await renameInEvents(tx, { organizationId, fromId, intoId }, postIds)
  return moved.length
}

/** Returns the number of subscriptions that have moved. Null if there was none. */
async function moveSubscriptions(
  tx: Transaction,
  { organizationId, fromId, intoId }: Between,
): Promise<number | null> {
  const { rows } = await sql<{ postId: number; moved: boolean }>`
    with gone as (
      delete from post_subscribers where organization_id = ${organizationId} and user_id = ${fromId} and post_id in (
        select post_id from post_subscribers where organization_id = ${organizationId} and user_id = ${fromId}
        order by post_id limit ${BATCH})
      returning post_id, created_at),
    moved as (
      insert into post_subscribers (organization_id, post_id, user_id, created_at)
      select ${organizationId}::int, post_id, ${intoId}::int, created_at from gone order by post_id
      on conflict (organization_id, post_id, user_id) do nothing returning post_id)
    select gone.post_id as "postId", moved.post_id is not null as moved
    from gone left join moved on moved.post_id = gone.post_id`.execute(tx)
  if (rows.length === 0) return null
  const postIds = rows.map(({ postId }) => postId)
  const moved = rows.flatMap((row) => (row.moved ? [row.postId] : []))
  await renameInMerges(tx, { organizationId, fromId, intoId }, { column: 'subscriber_ids', postIds, moved })
  return moved.length
}

type Merged = { column: 'voter_ids' | 'subscriber_ids'; postIds: readonly number[]; moved: readonly number[] }

/**
 * Replaces the person in the records of the merges that brought their votes or subscriptions to posts. Where the
 * receiver had one already it is that of the post, and an unmerge leaves it there.
 */
async function renameInMerges(
  tx: Transaction,
  { organizationId, fromId, intoId }: Between,
  { column, postIds, moved }: Merged,
): Promise<void> {
  const ids = sql.ref(column)
  await sql`
    with recursive merged as (
      select child_id, parent_id as post_id from post_merges
      where organization_id = ${organizationId} and parent_id = any(${postIds}::int[])
      union
      select m.child_id, merged.post_id from post_merges m
        join merged on m.organization_id = ${organizationId} and m.parent_id = merged.child_id)
    update post_merges m set ${ids} = case when merged.post_id = any(${moved}::int[]) and not ${intoId}::int = any(${ids})
        then array_replace(${ids}, ${fromId}::int, ${intoId}::int) else array_remove(${ids}, ${fromId}::int) end
    from merged where m.organization_id = ${organizationId} and m.child_id = merged.child_id
      and ${fromId}::int = any(${ids})`.execute(tx)
}
