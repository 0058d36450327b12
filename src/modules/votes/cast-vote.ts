import type { Transaction } from '../../db/database.ts'
import type { VoteDirection } from '../../db/generated/tables.ts'
import { now } from '../../lib/time/clock.ts'
import { unprocessable } from '../../lib/errors.ts'
import { forgetMergeOrigin } from '../posts/merging/forget-merge-origin.ts'
import { lockPost } from '../posts/lock-post.ts'

/**
 * Sets a person's vote on a post, replacing an earlier one. Returns the rows of the vote and of the post.
 * @throws AppError NOT_FOUND for the post; UNPROCESSABLE if it is merged into another
 */
export async function castVote(
  tx: Transaction,
  organizationId: number,
  vote: { postId: number; userId: number; direction: VoteDirection },
) {
  const post = await lockPost(tx, organizationId, vote.postId)
  if (post.mergedIntoId !== null) throw unprocessable('postId', 'is merged into another post')
  const key = { organizationId, postId: vote.postId, userId: vote.userId }
  const before = await currentVote(tx, key)
  if (before?.direction === vote.direction) return { vote: before, post }
  const cast = await tx
    .insertInto('votes')
    .values({ ...key, direction: vote.direction, createdAt: now() })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'postId', 'userId']).doUpdateSet({ direction: vote.direction }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return { vote: cast, post: await count(tx, post, before?.direction, vote.direction) }
}

/**
 * Removes a person's vote on a post. Idempotent. Returns the rows of the removed vote, or null, and of the
 * post.
 * @throws AppError NOT_FOUND for the post
 */
export async function removeVote(
  tx: Transaction,
  organizationId: number,
  vote: { postId: number; userId: number },
) {
  const post = await lockPost(tx, organizationId, vote.postId)
  const key = { organizationId, ...vote }
  const before = await currentVote(tx, key)
  if (!before) return { removedVote: null, post }
  await tx
    .deleteFrom('votes')
    .where('organizationId', '=', organizationId)
    .where('postId', '=', key.postId)
    .where('userId', '=', key.userId)
    .execute()
  await forgetMergeOrigin(tx, organizationId, 'votes', vote)
  return { removedVote: before, post: await count(tx, post, before.direction, undefined) }
}

type Key = { organizationId: number; postId: number; userId: number }

function currentVote(tx: Transaction, key: Key) {
  return tx
    .selectFrom('votes')
    .selectAll()
    .where('organizationId', '=', key.organizationId)
    .where('postId', '=', key.postId)
    .where('userId', '=', key.userId)
    .executeTakeFirst()
}

/**
 * Updates the vote counts of a post. A vote is not an update of the post, so `updatedAt` is unchanged
 * (contract 6).
 */
function count(
  tx: Transaction,
  post: { organizationId: number; id: number; votesCount: number; downvotesCount: number },
  before: VoteDirection | undefined,
  after: VoteDirection | undefined,
) {
  const change = (direction: VoteDirection) => Number(after === direction) - Number(before === direction)
  return tx
    .updateTable('posts')
    .set({ votesCount: post.votesCount + change('up'), downvotesCount: post.downvotesCount + change('down') })
    .where('organizationId', '=', post.organizationId)
    .where('id', '=', post.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
