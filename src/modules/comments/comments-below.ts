import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import { readJsonPages, type DefineJsonList } from '../../db/lists/json-pages.ts'
import type { Page, PageRequest } from '../../db/lists/keyset.ts'
import { commentConditions } from './comment-filter.ts'
import { commentReader, type CommentFields, type CommentRow } from './comment-row.ts'
import { OLDEST_FIRST } from './list-comments.ts'

/** Page of the comments of each post, or of the direct replies to each comment, and its viewer. */
export type CommentsBelowRequest = {
  anchor: 'post' | 'parent'
  page: PageRequest
  viewer: Viewer
  /** Fields to read of each comment. */
  fields: CommentFields
}

/** Defines the comments of posts or comments that the viewer may see, oldest first. */
export const definedBelow =
  ({ anchor, viewer, fields }: Omit<CommentsBelowRequest, 'page'>): DefineJsonList<CommentRow> =>
  (parentId, parameters) => ({
    alias: 'c',
    from: 'comments c',
    conditions: [
      `c.${anchor}_id = ${parentId}`,
      ...commentConditions(parameters, {}, viewer, { isPostNamed: true }),
    ],
    order: OLDEST_FIRST,
    ...commentReader(fields),
  })

/**
 * Returns the same page of comments for several posts or comments, oldest first, in one statement. Each page
 * has the id of its post or comment.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export function commentsBelow(
  db: Db,
  organizationId: number,
  ids: readonly number[],
  request: CommentsBelowRequest,
): Promise<{ id: number; page: Page<CommentRow> }[]> {
  return readJsonPages(db, organizationId, ids, definedBelow(request), request.page)
}
