import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { Post } from '../../db/generated/client/client.ts'
import {
  pageOf,
  pageClauses,
  type OrderColumn,
  type Page,
  type PagePlan,
  type PageRequest,
} from '../../db/keyset.ts'
import { executeAsArrays } from '../../db/prepared-statements.ts'
import { countRowsOf } from '../../db/count-rows.ts'
import { assertDateRange } from '../../lib/time/date-range.ts'
import { ALL_POSTS, postConditions, type PostFilter } from './post-filter.ts'
import { postOrder, searchOrder, type PostOrder } from './post-order.ts'
import { rowReader, type PostRow, type PostSelection } from './post-row.ts'
import { searchPosts } from './search-posts.ts'

type PostListRequest = {
  organizationId: number
  filter: PostFilter
  viewer: Viewer
  order?: PostOrder | null | undefined
  page: PageRequest
  /** Fields to read of each row. Related rows are read in the same statement. */
  selection: PostSelection
}

/**
 * Returns one page of an organization's posts, in one statement for any number of rows (operation
 * `listFeatureRequests`).
 * @throws AppError INVALID_PARAM for invalid page arguments, an invalid cursor, a time range that ends before
 * it starts, or an order by relevance without a search
 */
export async function listPosts(db: Db, request: PostListRequest): Promise<Page<PostRow>> {
  assertDateRange(request.filter)
  const { from, conditions, values } = postConditions(request.organizationId, request.filter, request.viewer)
  const search = request.filter.search?.trim()
  if (search)
    return searchPosts(db, {
      ...request,
      search,
      from,
      conditions,
      values,
      order: searchOrder(request.order),
    })
  const order = postOrder(request.order)
  const { createdFrom } = request.filter
  // No post is updated before it is created, so this bound restricts the scan of the index on `updated_at`.
  // One day allows for clocks that differ.
  if (createdFrom && request.order?.field === 'updated_at')
    conditions.push(`p.updated_at >= $${values.push(createdFrom)}::timestamptz - interval '1 day'`)
  const list = { from, conditions: [...conditions], values: [...values] }
  const { seek, tail, read } = pageClauses(order, request.page, values)
  if (seek) conditions.push(seek)
  const reader = rowReader(request.selection)
  const where = `where ${conditions.join(' and ')}`
  // Selects the page's ids first, unless the posts are read in their own order and without an offset.
  const isDirect = from === ALL_POSTS && read.offset === 0 && !request.filter.interactorEmails?.length
  const page = isDirect
    ? `select ${reader.columns} from ${from} ${reader.joins} ${where} ${tail}`
    : `with page as materialized (select p.id from ${upTo(order, read, `${from} ${where}`)} ${tail})
      select ${reader.columns} from page join posts p on p.organization_id = $1 and p.id = page.id
      ${reader.joins} ${read.orderBy}`
  const rows = await executeAsArrays(db, reader.statement(page, read.orderBy), values)
  return pageOf(order, reader.toRows(rows), read, () => countRowsOf(db, list))
}

/**
 * Limits the rows to those up to the end of the page, so that only the order's columns are read of the rows
 * before it. The limit is part of the SQL text, so that PostgreSQL plans for it. It is rounded up to a power
 * of two, so that plans are reused.
 */
function upTo(order: OrderColumn<Post>[], { offset, size, orderBy }: PagePlan, rows: string): string {
  if (offset === 0) return rows
  const columns = order.map(({ column }) => column).join(', ')
  return `(select ${columns} from ${rows} ${orderBy} limit ${2 ** Math.ceil(Math.log2(offset + size + 1))}) p`
}
