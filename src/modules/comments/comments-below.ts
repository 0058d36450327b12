import { CompiledQuery } from 'kysely'
import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { Comment } from '../../db/generated/client/client.ts'
import { longestInRow, rowColumns } from '../../db/long-texts.ts'
import { pageClauses, pageOf, type Page, type PageRequest } from '../../db/keyset.ts'
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
  const { seek, tail, read } = pageClauses(OLDEST_FIRST, page, values)
  if (seek) conditions.push(seek)
  values.push(ids)
  const at = values.length
  const most = `$${values.push(longestInRow(2 * ids.length * (read.size + 1)))}::int`
  const text = `select ${rowColumns('comments', 'c', most)} from unnest($${at}::int[]) as wanted(id) cross join lateral (
      select c.* from comments c where c.${anchor}_id = wanted.id and ${conditions.join(' and ')} ${tail}) c
    ${read.orderBy}`
  const { rows } = await db.withoutPlugins().executeQuery<Comment>(CompiledQuery.raw(text, values))
  const below = new Map<number | null, Comment[]>(ids.map((id) => [id, []]))
  for (const row of rows) below.get(anchor === 'post' ? row.postId : row.parentId)?.push(row)
  return ids.map((id) => ({ id, page: pageOf(OLDEST_FIRST, below.get(id) ?? [], read) }))
}
