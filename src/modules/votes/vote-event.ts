import { sql } from 'kysely'
import type { Vote } from '../../db/rows.ts'
import type { Actor } from '../../events/actor.ts'
import type { StatementEvent } from '../../events/record.ts'
import { toPostOfSnapshot, type PostOfSnapshot } from '../posts/post-snapshot.ts'
import type { VoteSnapshot } from './vote-snapshot.ts'

/** Characters of the parts of the event that the statement computes. */
const COMPUTED = 120

/** Direction before and after the change of a vote. Null for a new vote. */
const FORMER = sql`case when counted.former is not null then jsonb_build_object('direction', counted.former) end`
const CHANGED = sql`case when counted.former is not null then jsonb_build_object('direction', counted.direction) end`

type VoteChange = {
  actor: Actor
  post: PostOfSnapshot & { organizationId: number }
  userId: Vote['userId']
}

/**
 * Returns the event of a vote that is new or has another direction. It is a part of the statement whose query
 * `counted` returns the vote's `direction`, the `former` one or null, and the new counts of the post.
 */
export function addedVoteEvent(change: VoteChange): StatementEvent {
  return { ...voteEvent(change), type: 'vote_added', before: FORMER, after: CHANGED }
}

/**
 * Returns the event of a vote that is deleted. It is a part of the statement whose query `counted` returns its
 * `direction` and the new counts of the post.
 */
export function removedVoteEvent(change: VoteChange): StatementEvent {
  return { ...voteEvent(change), type: 'vote_removed' }
}

function voteEvent({ actor, post, userId }: VoteChange) {
  const constant: Omit<VoteSnapshot, 'direction' | 'votesCount' | 'downvotesCount'> = {
    count: 1,
    userId,
    post: toPostOfSnapshot(post),
  }
  const json = JSON.stringify(constant)
  return {
    organizationId: post.organizationId,
    actor,
    subjectId: post.id,
    postId: post.id,
    snapshot: sql`${json}::jsonb || jsonb_build_object('direction', counted.direction,
      'votesCount', counted.votes_count, 'downvotesCount', counted.downvotes_count)`,
    size: json.length + COMPUTED,
  }
}
