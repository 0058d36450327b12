import type { Transaction } from '../../db/database.ts'
import { nextUpdatedAt } from '../../db/time.ts'
import type { Actor } from '../../events/actor.ts'
import { DELETED } from '../../events/existence.ts'
import { recordEvents } from '../../events/record.ts'
import { AppError, cannotDelete, unprocessable } from '../../lib/errors.ts'
import { bucketEvent } from './bucket-event.ts'
import { lockBucket } from './lock-bucket.ts'

/** `movePostsToId` is the bucket that receives the posts. Without it, the bucket must have none. */
type BucketDeletion = { id: number; movePostsToId: number | null; actor: Actor }

/**
 * Deletes a bucket. Its posts, including hidden and merged ones, move to another bucket, and become private or
 * public with it. That is recorded with the deletion, not for each post. Records the event.
 * @throws AppError NOT_FOUND; CANNOT_DELETE while it has posts that do not move; UNPROCESSABLE for an unknown
 * bucket to move them to
 */
export async function deleteBucket(
  tx: Transaction,
  organizationId: number,
  { id, movePostsToId, actor }: BucketDeletion,
): Promise<void> {
  if (movePostsToId === id) throw unprocessable('movePostsToId', 'must be another bucket')
  // In the order of ids, so that two deletions that move posts to each other's bucket do not wait in a circle.
  const ids = [id, ...(movePostsToId === null ? [] : [movePostsToId])].toSorted((a, b) => a - b)
  const locked = new Map<number, Awaited<ReturnType<typeof lockBucket>>>()
  for (const each of ids) {
    const bucket = each === id ? lockBucket(tx, organizationId, id) : lockTarget(tx, organizationId, each)
    locked.set(each, await bucket)
  }
  const target = movePostsToId === null ? undefined : locked.get(movePostsToId)
  if (target) await movePosts(tx, organizationId, { from: id, to: target })
  else await assertNoPosts(tx, organizationId, id)
  await tx.deleteFrom('buckets').where('organizationId', '=', organizationId).where('id', '=', id).execute()
  const bucket = locked.get(id)
  if (bucket) await recordEvents(tx, [bucketEvent(actor, bucket, DELETED)])
}

/** Locks the bucket that receives the posts. @throws AppError UNPROCESSABLE for an unknown one */
async function lockTarget(tx: Transaction, organizationId: number, id: number) {
  try {
    return await lockBucket(tx, organizationId, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      throw unprocessable('movePostsToId', 'does not exist')
    throw error
  }
}

/** Maximum number of posts that one statement moves, so that none reaches the time limit of statements. */
const PORTION = 2_000

/** Moves the posts in the order of their ids. */
async function movePosts(
  tx: Transaction,
  organizationId: number,
  { from, to }: { from: number; to: { id: number; private: boolean } },
): Promise<void> {
  for (let moved = BigInt(PORTION); moved === BigInt(PORTION);) {
    const portion = tx
      .selectFrom('posts')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('bucketId', '=', from)
      .orderBy('id')
      .limit(PORTION)
    const { numUpdatedRows } = await tx
      .updateTable('posts')
      .set({ bucketId: to.id, private: to.private, updatedAt: nextUpdatedAt() })
      .where('organizationId', '=', organizationId)
      .where('id', 'in', portion)
      .executeTakeFirstOrThrow()
    moved = numUpdatedRows
  }
}

async function assertNoPosts(tx: Transaction, organizationId: number, id: number): Promise<void> {
  const post = await tx
    .selectFrom('posts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('bucketId', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (post) throw cannotDelete('The bucket still has posts')
}
