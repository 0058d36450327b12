import type { Viewer } from '../../auth/caller.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'
import type { Parameters } from '../../db/lists/parameters.ts'
import { listedPosts, visiblePosts, type ListedPosts } from '../posts/visible-posts-sql.ts'

/** Filter of a list of comments. Omitted fields do not restrict it. */
export type CommentFilter = ListedPosts & {
  postId?: number | null | undefined
  authorId?: number | null | undefined
  approvalStatus?: ApprovalStatus | null | undefined
  internal?: boolean | null | undefined
  createdFrom?: Date | null | undefined
  /** Exclusive. */
  createdTo?: Date | null | undefined
  /** Query that finds the comments, as `parseQuery`. A blank one does not restrict the list. */
  search?: string | null | undefined
}

/**
 * Returns SQL conditions over `comments c`. Appends their parameters to `values`, of which the first one is the
 * organization's id. A request that names a post selects its comments if the caller may see it. Others select comments
 * on the posts that `listedPosts` selects and, outside the team, on no hidden ones.
 */
export function commentConditions(
  parameters: Parameters,
  filter: CommentFilter,
  viewer: Viewer,
  { isPostNamed = filter.postId != null } = {},
): string[] {
  const conditions = ['c.organization_id = $1']
  const where = (condition: (parameter: string) => string, value: unknown) => {
    conditions.push(condition(parameters.add(value)))
  }
  if (!viewer.hasTeamView) {
    conditions.push('not c.internal')
    where((id) => `(c.approval_status = 'approved' or c.author_id = ${id}::int)`, viewer.actorId)
  }
  const ofPost = isPostNamed ? visiblePosts(viewer, parameters) : listedPosts(viewer, parameters, filter)
  if (!isPostNamed && !viewer.hasTeamView) ofPost.push('not p.hidden')
  if (ofPost.length > 0)
    conditions.push(`exists (select 1 from posts p
      where p.organization_id = c.organization_id and p.id = c.post_id and ${ofPost.join(' and ')})`)
  if (filter.postId != null) where((id) => `c.post_id = ${id}::int`, filter.postId)
  // The placeholder of a deleted comment has no author.
  if (filter.authorId != null)
    where((id) => `(c.author_id = ${id}::int and c.deleted_at is null)`, filter.authorId)
  if (filter.approvalStatus != null)
    where((status) => `c.approval_status = ${status}::approval_status`, filter.approvalStatus)
  if (filter.internal != null) conditions.push(filter.internal ? 'c.internal' : 'not c.internal')
  if (filter.createdFrom) where((from) => `c.created_at >= ${from}::timestamptz`, filter.createdFrom)
  if (filter.createdTo) where((before) => `c.created_at < ${before}::timestamptz`, filter.createdTo)
  return conditions
}
