import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../events/actor.ts'
import type { StatementEvent } from '../../events/record.ts'
import type { Vote } from '../../db/generated/client/client.ts'
import { toPostOfSnapshot, type PostOfSnapshot } from '../posts/post-snapshot.ts'
import type { VoteSnapshot } from './vote-snapshot.ts'

/** Characters of the parts of the event that the statement computes. */
const COMPUTED = 120

type VoteEvent = {
  type: 'vote_added' | 'vote_removed'
  actor: Actor
  post: PostOfSnapshot & { organizationId: number }
  vote: Pick<Vote, 'userId'>
  /** SQL of the direction of the vote. */
  direction: RawBuilder<unknown>
  /** SQL of the counts of the post after the change. */
  counts: { up: RawBuilder<number>; down: RawBuilder<number> }
  /** SQL of the direction of a vote that is replaced, or of null. */
  former?: RawBuilder<unknown>
}

/**
 * Returns the event of a vote, for the statement that stores or deletes the vote. It changes the `direction`
 * of a vote that is replaced.
 */
export function voteEvent({
  type,
  actor,
  post,
  vote,
  direction,
  counts,
  former,
}: VoteEvent): StatementEvent {
  const known: Omit<VoteSnapshot, 'direction' | 'votesCount' | 'downvotesCount'> = {
    count: 1,
    userId: vote.userId,
    post: toPostOfSnapshot(post),
  }
  const json = JSON.stringify(known)
  const changed = (side: RawBuilder<unknown>) =>
    former && sql`case when ${former} is not null then jsonb_build_object('direction', ${side}) end`
  return {
    organizationId: post.organizationId,
    actor,
    type,
    subjectId: post.id,
    postId: post.id,
    snapshot: sql`${json}::jsonb || jsonb_build_object('direction', ${direction},
      'votesCount', ${counts.up}, 'downvotesCount', ${counts.down})`,
    ...(former && { before: changed(former), after: changed(direction) }),
    size: json.length + COMPUTED,
  }
}
