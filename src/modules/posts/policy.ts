import { hasTeamView, readerIdOf, seesPublicOnly, type Caller } from '../../auth/caller.ts'
import type { ListedPosts } from './visible-posts-sql.ts'

type PostFacts = {
  submitterId: number
  approvalStatus: string
  private: boolean
  hidden: boolean
  mergedIntoId?: number | null
}

/**
 * Returns whether the caller may see a post: the team all of them, others public posts that are not hidden, and
 * approved or their own (contract 3.6). Visitors and blocked people see no merged posts.
 */
export function canSeePost(caller: Caller, post: PostFacts): boolean {
  if (hasTeamView(caller)) return true
  if (post.hidden || (seesPublicOnly(caller) && post.mergedIntoId !== null)) return false
  return !post.private && (post.approvalStatus === 'approved' || post.submitterId === readerIdOf(caller))
}

/** Returns whether a list for the caller contains a post, as `listedPosts`. */
export const isListedPost = (caller: Caller, post: PostFacts, { includePrivate }: ListedPosts): boolean =>
  canSeePost(caller, post) && !post.hidden && (!post.private || includePrivate === true)

/** Returns whether the caller may change the text of a post: the team any, others their own. */
export function canEditPost(caller: Caller, post: PostFacts): boolean {
  return hasTeamView(caller) || (canSeePost(caller, post) && post.submitterId === caller.actorId)
}

/**
 * Returns whether the caller may delete a post. Only the team may, because deletion includes merged posts and
 * comments of other people.
 */
export function canDeletePost(caller: Caller): boolean {
  return hasTeamView(caller)
}

/**
 * Returns whether the caller may set the fields that the team decides: status, tags, approval, hidden,
 * pinned, bucket, merges.
 */
export function canModeratePost(caller: Caller): boolean {
  return hasTeamView(caller)
}
