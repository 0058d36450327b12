import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { Page, PageRequest } from '../../db/keyset.ts'
import { readPagesOfParents } from '../../db/pages-of-parents.ts'
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

/**
 * Returns the same page of comments for several posts or comments, oldest first, in one statement. Each page
 * has the id of its post or comment.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export async function commentsBelow(
  db: Db,
  organizationId: number,
  ids: readonly number[],
  { anchor, page, viewer, fields }: CommentsBelowRequest,
): Promise<{ id: number; page: Page<CommentRow> }[]> {
  const { conditions, values } = commentConditions(organizationId, {}, viewer, { hiddenPosts: true })
  const { columns, joins, toRow } = commentReader(fields, 1)
  const list = {
    alias: 'c',
    from: 'comments c',
    conditions: [`c.${anchor}_id = wanted.id`, ...conditions],
    values,
    order: OLDEST_FIRST,
    columns: (most: string) => columns(most).join(', '),
    joins,
    toRow,
  }
  return readPagesOfParents(db, ids, list, page)
}
