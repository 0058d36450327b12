import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { VoteDirection } from '../../db/generated/tables.ts'
import { now } from '../../lib/time/clock.ts'
import { unprocessable } from '../../lib/errors.ts'
import { forgetMergeOrigin } from '../posts/merging/forget-merge-origin.ts'
import { lockPost } from '../posts/lock-post.ts'

/**
 * Sets a person's vote on a post, replacing an earlier one. A vote is not an update of the post, so its
 * `updatedAt` is unchanged (contract 6). Returns the post's row.
 * @throws AppError NOT_FOUND for the post; UNPROCESSABLE if it is merged into another
 */
export async function castVote(
  tx: Transaction,
  organizationId: number,
  vote: { postId: number; userId: number; direction: VoteDirection },
) {
  const post = await lockPost(tx, organizationId, vote.postId)
  if (post.mergedIntoId !== null) throw unprocessable('postId', 'is merged into another post')
  const of = ofPerson(organizationId, vote)
  // The lock of the post excludes other changes of its votes, so `before` is current.
  const { rows } = await sql<typeof post>`
    with before as (select direction from votes where ${of}),
    vote as (
      insert into votes (organization_id, post_id, user_id, direction, created_at)
      values (${organizationId}, ${vote.postId}, ${vote.userId}, ${vote.direction}, ${now()})
      on conflict (organization_id, post_id, user_id) do update set direction = excluded.direction
        where votes.direction <> excluded.direction
      returning direction)
    update posts set
      votes_count = votes_count + (vote.direction = 'up')::int - (select count(*) from before where direction = 'up'),
      downvotes_count = downvotes_count + (vote.direction = 'down')::int
        - (select count(*) from before where direction = 'down')
    from vote where organization_id = ${organizationId} and id = ${vote.postId} returning posts.*`.execute(tx)
  return rows[0] ?? post
}

/**
 * Removes a person's vote on a post. Idempotent. Returns the post's row.
 * @throws AppError NOT_FOUND for the post
 */
export async function removeVote(
  tx: Transaction,
  organizationId: number,
  vote: { postId: number; userId: number },
) {
  const post = await lockPost(tx, organizationId, vote.postId)
  const { rows } = await sql<typeof post>`
    with gone as (delete from votes where ${ofPerson(organizationId, vote)} returning direction)
    update posts set
      votes_count = votes_count - (gone.direction = 'up')::int,
      downvotes_count = downvotes_count - (gone.direction = 'down')::int
    from gone where organization_id = ${organizationId} and id = ${vote.postId} returning posts.*`.execute(tx)
  const [counted] = rows
  if (!counted) return post
  await forgetMergeOrigin(tx, organizationId, 'votes', vote)
  return counted
}

/** Returns the condition for a person's vote on a post. */
const ofPerson = (organizationId: number, { postId, userId }: { postId: number; userId: number }) =>
  sql`organization_id = ${organizationId} and post_id = ${postId} and user_id = ${userId}`
