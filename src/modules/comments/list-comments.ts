import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { Comment } from '../../db/rows.ts'
import type { OrderColumn, Page, PageRequest } from '../../db/lists/keyset.ts'
import { Parameters } from '../../db/lists/parameters.ts'
import { assertDateRange } from '../../lib/errors/date-range.ts'
import { listRows } from '../search/list-rows.ts'
import { ownOrder } from '../search/search-rows.ts'
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

type CommentOrder = { field: 'createdAt' | 'relevance'; direction: 'asc' | 'desc' }

type CommentListRequest = {
  organizationId: number
  filter: CommentFilter
  /** Default oldest first. */
  orderBy?: CommentOrder | null | undefined
  viewer: Viewer
  page: PageRequest
}

/**
 * Returns one page of an organization's comments that the viewer may see, in one statement (operation
 * `listComments`).
 * @throws AppError INVALID_PARAM for a time range that ends before it starts; as `listRows` and `ownOrder`
 */
export async function listComments(db: Db, request: CommentListRequest): Promise<Page<Comment>> {
  const { organizationId, filter, orderBy, viewer, page } = request
  assertDateRange(filter)
  const { search } = filter
  const own = ownOrder<'createdAt'>(orderBy ?? { field: 'createdAt', direction: 'asc' }, !!search?.trim())
  const parameters = new Parameters(organizationId)
  return listRows<Comment>(db, {
    conditions: commentConditions(parameters, filter, viewer),
    values: parameters.values,
    kind: 'comment',
    table: 'comments',
    alias: 'c',
    order: own && (own.direction === 'desc' ? NEWEST_FIRST : OLDEST_FIRST),
    newest: NEWEST_FIRST,
    search,
    page,
  })
}
