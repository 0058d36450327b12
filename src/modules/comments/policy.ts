import { hasTeamView, type Caller } from '../../auth/caller.ts'
import { canSeePost } from '../posts/policy.ts'

type CommentFacts = { authorId: number; internal: boolean; approvalStatus: string }
type PostFacts = Parameters<typeof canSeePost>[1]

/**
 * Whether the caller may see a comment on a post: the team all of them; others, on posts that they may see,
 * what is not internal and either approved or their own (contract chapter 3).
 */
export function canSeeComment(caller: Caller, comment: CommentFacts, post: PostFacts): boolean {
  if (hasTeamView(caller)) return true
  if (comment.internal || !canSeePost(caller, post)) return false
  return comment.approvalStatus === 'approved' || comment.authorId === caller.actorId
}

/** Whether the caller may change or remove a comment that they see: the team any, others their own. */
export function canEditComment(caller: Caller, comment: CommentFacts): boolean {
  return hasTeamView(caller) || comment.authorId === caller.actorId
}

/** Whether the caller may set what the team decides: internal, pinned, approval. */
export function canModerateComments(caller: Caller): boolean {
  return hasTeamView(caller)
}

/** Whether the caller writes as a customer, whose comments wait where the board is moderated. */
export function writesAsCustomer(caller: Caller): boolean {
  return caller.authenticated && caller.authority !== 'app' && caller.role === null
}
