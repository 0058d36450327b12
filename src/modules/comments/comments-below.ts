import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { Comment } from '../../db/generated/client/client.ts'
import { rowColumns } from '../../db/long-texts.ts'
import type { Page, PageRequest } from '../../db/keyset.ts'
import { readPagesOfParents } from '../../db/pages-of-parents.ts'
import { commentConditions } from './comment-filter.ts'
import { OLDEST_FIRST } from './list-comments.ts'

/** Page of the comments of each post, or of the direct replies to each comment, and its viewer. */
export type CommentsBelowRequest = { anchor: 'post' | 'parent'; page: PageRequest; viewer: Viewer }

/**
 * Returns the same page of comments for several posts or comments, oldest first, in one statement. Each page
 * has the id of its post or comment.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export async function commentsBelow(
  db: Db,
  organizationId: number,
  ids: readonly number[],
  { anchor, page, viewer }: CommentsBelowRequest,
): Promise<{ id: number; page: Page<Comment> }[]> {
  const { conditions, values } = commentConditions(organizationId, {}, viewer, { hiddenPosts: true })
  const list = {
    alias: 'c',
    from: 'comments c',
    conditions: [`c.${anchor}_id = wanted.id`, ...conditions],
    values,
    order: OLDEST_FIRST,
    columns: (most: string) => rowColumns('comments', 'c', most),
  }
  return readPagesOfParents(db, ids, list, page)
}
