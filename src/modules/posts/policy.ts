import { hasTeamView, type Caller } from '../../auth/caller.ts'

type PostFacts = { submitterId: number; approvalStatus: string; private: boolean }

/** Whether the caller may see a post: the team all of them, others what is public and approved, or their own. */
export function canSeePost(caller: Caller, post: PostFacts): boolean {
  if (hasTeamView(caller)) return true
  return !post.private && (post.approvalStatus === 'approved' || post.submitterId === caller.actorId)
}

/** Whether the caller may change a post's words: the team any post's, others their own. */
export function canEditPost(caller: Caller, post: PostFacts): boolean {
  return hasTeamView(caller) || (canSeePost(caller, post) && post.submitterId === caller.actorId)
}

/** Whether the caller may delete a post: the team only, for what was merged into it or said below it is others'. */
export function canDeletePost(caller: Caller): boolean {
  return hasTeamView(caller)
}

/** Whether the caller may set what the team decides: status, tags, approval, hidden, pinned, board, merges. */
export function canModeratePost(caller: Caller): boolean {
  return hasTeamView(caller)
}
