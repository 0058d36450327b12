import { hasTeamView, readerIdOf, type Caller } from '../../auth/caller.ts'
import { canSeePost } from '../posts/policy.ts'

type CommentFacts = { authorId: number; internal: boolean; approvalStatus: string }
export type PostFacts = Parameters<typeof canSeePost>[1]

/**
 * Returns whether the caller may see a comment on a post (contract 3). The team may see all of them. Others
 * may see comments on visible posts that are not internal and are either approved or their own.
 */
export function canSeeComment(caller: Caller, comment: CommentFacts, post: PostFacts): boolean {
  if (hasTeamView(caller)) return true
  if (comment.internal || !canSeePost(caller, post)) return false
  return comment.approvalStatus === 'approved' || comment.authorId === readerIdOf(caller)
}

/**
 * Returns whether the caller may change or delete a comment that they see: the team any, others their own.
 */
export function canEditComment(caller: Caller, comment: CommentFacts): boolean {
  return hasTeamView(caller) || comment.authorId === caller.actorId
}

/** Returns whether the caller may set the fields that the team decides: internal, pinned, approval. */
export function canModerateComments(caller: Caller): boolean {
  return hasTeamView(caller)
}

/** Returns whether the caller writes as a customer, whose comments need approval in a moderated bucket. */
export function writesAsCustomer(caller: Caller): boolean {
  return caller.authenticated && caller.authority !== 'app' && caller.role === null
}
