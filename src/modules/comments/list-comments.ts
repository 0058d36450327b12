import { CompiledQuery } from 'kysely'
import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { Comment } from '../../db/generated/client/client.ts'
import { rowColumns } from '../../db/long-texts.ts'
import { pageClauses, pageOf, type OrderColumn, type Page, type PageRequest } from '../../db/keyset.ts'
import { countRowsOf } from '../../db/count-rows.ts'
import { assertDateRange } from '../../lib/time/date-range.ts'
import { commentConditions, type CommentFilter } from './comment-filter.ts'

const byCreation = (descending: boolean): OrderColumn<Comment>[] => [
  {
    column: 'c.created_at',
    descending,
    type: 'timestamptz',
    value: (comment) => comment.createdAt.toISOString(),
  },
  { column: 'c.id', descending, type: 'int', value: (comment) => comment.id },
]

/** Oldest first. Ties are ordered by id. */
export const OLDEST_FIRST = byCreation(false)
const NEWEST_FIRST = byCreation(true)

type CommentListRequest = {
  organizationId: number
  filter: CommentFilter
  newestFirst?: boolean
  viewer: Viewer
  page: PageRequest
}

/**
 * Returns one page of an organization's comments that the viewer may see, oldest first unless `newestFirst`,
 * in one statement (operation `listComments`).
 * @throws AppError INVALID_PARAM for invalid page arguments, an invalid cursor, or a time range that ends
 * before it starts
 */
export async function listComments(db: Db, request: CommentListRequest): Promise<Page<Comment>> {
  assertDateRange(request.filter)
  const { conditions, values } = commentConditions(request.organizationId, request.filter, request.viewer)
  const list = { from: 'comments c', conditions: [...conditions], values: [...values] }
  const order = request.newestFirst ? NEWEST_FIRST : OLDEST_FIRST
  const { seek, tail, read } = pageClauses(order, request.page, values)
  if (seek) conditions.push(seek)
  const text = `select ${rowColumns('comments', 'c')} from comments c where ${conditions.join(' and ')} ${tail}`
  const { rows } = await db.withoutPlugins().executeQuery<Comment>(CompiledQuery.raw(text, values))
  return pageOf(order, rows, read, () => countRowsOf(db, list))
}
