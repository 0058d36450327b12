import type { Viewer } from '../../auth/caller.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'
import { visibleToPerson, VISITOR_POSTS } from '../posts/visible-posts-sql.ts'

/** Filter of a list of comments. Omitted fields do not restrict it. */
export type CommentFilter = {
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
 * organization's id. With `hiddenPosts`, people outside the team see comments on hidden posts. A filter by
 * `postId` always includes them.
 */
export function commentConditions(
  values: unknown[],
  filter: CommentFilter,
  viewer: Viewer,
  { hiddenPosts = filter.postId != null } = {},
): string[] {
  const conditions = ['c.organization_id = $1']
  const where = (condition: (parameter: string) => string, value: unknown) => {
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  if (!viewer.hasTeamView) {
    conditions.push('not c.internal')
    where((id) => `(c.approval_status = 'approved' or c.author_id = ${id}::int)`, viewer.actorId)
    conditions.push(onVisiblePost(viewer, `$${values.length}`, hiddenPosts))
  }
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

/** Condition that the post of a comment is visible to a person. Hidden posts are optional. */
const onVisiblePost = (
  { isVisitor }: Viewer,
  actor: string,
  hiddenToo: boolean,
) => `exists (select from posts p
  where p.organization_id = c.organization_id and p.id = c.post_id${hiddenToo ? '' : ' and not p.hidden'}
    and ${(isVisitor ? VISITOR_POSTS : visibleToPerson(actor)).join(' and ')})`
