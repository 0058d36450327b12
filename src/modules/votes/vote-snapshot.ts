import type { Post, Vote } from '../../db/rows.ts'
import type { PostOfSnapshot } from '../posts/post-snapshot.ts'

/**
 * Votes on a post as their event contains them, with the counts of the post right after the change. Several
 * votes in one direction may share an event.
 */
export type VoteSnapshot = Pick<Vote, 'direction'> &
  Pick<Post, 'votesCount' | 'downvotesCount'> & {
    /** Number of votes that the event is about. */
    count: number
    /** Person who voted. Null for several. */
    userId: number | null
    post: PostOfSnapshot
  }
