import { CompiledQuery } from 'kysely'
import type { Db } from '../../db/database.ts'
import {
  pageOf,
  pageClauses,
  type OrderColumn,
  type Page,
  type PagePlan,
  type PageRequest,
} from '../../db/keyset.ts'
import { assertDateRange } from '../../lib/time/date-range.ts'
import { ALL_POSTS, postConditions, type PostFilter, type Viewer } from './post-filter.ts'
import { rowReader, type PostRow, type Wanted } from './post-row.ts'

export type PostSort =
  'top' | 'latest_created_at' | 'oldest_created_at' | 'latest_updated_at' | 'oldest_updated_at'

const id: OrderColumn<PostRow> = { column: 'p.id', descending: true, type: 'int', value: (post) => post.id }
const created: OrderColumn<PostRow> = {
  column: 'p.created_at',
  descending: true,
  type: 'timestamptz',
  value: (post) => post.createdAt.toISOString(),
}
const updated: OrderColumn<PostRow> = {
  ...created,
  column: 'p.updated_at',
  value: (post) => post.updatedAt.toISOString(),
}
const votes: OrderColumn<PostRow> = {
  column: 'p.votes_count',
  descending: true,
  type: 'int',
  value: (post) => post.votesCount,
}
const ascending = (column: OrderColumn<PostRow>) => ({ ...column, descending: false })

/** Each sort of the specification's 4.8 as a total order: ties by id. */
const ORDERS: Record<PostSort, OrderColumn<PostRow>[]> = {
  top: [votes, created, id],
  latest_created_at: [created, id],
  oldest_created_at: [ascending(created), ascending(id)],
  latest_updated_at: [updated, id],
  oldest_updated_at: [ascending(updated), ascending(id)],
}

export type PostListRequest = {
  organizationId: number
  filter: PostFilter
  viewer: Viewer
  sort: PostSort
  page: PageRequest
  /** The fields the rows are read with; what they point to comes along in the same statement. */
  wanted: Wanted
}

/**
 * One page of an organization's posts, in one statement whatever the number of rows (specification 4.8).
 * @throws AppError INVALID_PARAM for a bad page or cursor, or a span of time that ends before it begins
 */
export async function listPosts(db: Db, request: PostListRequest): Promise<Page<PostRow>> {
  assertDateRange(request.filter)
  const order = ORDERS[request.sort]
  const {
    from: from,
    conditions,
    values,
  } = postConditions(request.organizationId, request.filter, request.viewer)
  const { createdFrom } = request.filter
  // What was created later was changed later: the index of changes is entered there. A day is for clocks that differ.
  if (createdFrom && /_updated_at$/.test(request.sort))
    conditions.push(`p.updated_at >= $${values.push(createdFrom)}::timestamptz - interval '1 day'`)
  const { seek, tail, read } = pageClauses(order, request.page, values)
  if (seek) conditions.push(seek)
  const reader = rowReader(request.wanted)
  const where = `where ${conditions.join(' and ')}`
  // The page's ids come first where they are not found in the posts' own order, and behind an offset.
  const isDirect = from === ALL_POSTS && read.offset === 0 && !request.filter.interactorEmails?.length
  const text = isDirect
    ? `select ${reader.columns} from ${from} ${reader.joins} ${where} ${tail}`
    : `with page as materialized (select p.id from ${upTo(order, read, `${from} ${where}`)} ${tail})
      select ${reader.columns} from page join posts p on p.organization_id = $1 and p.id = page.id
      ${reader.joins} ${read.orderBy}`
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))
  return pageOf(order, rows.map(reader.toRow), read)
}

/**
 * The rows that a page behind an offset is among, so that no column but those of the order is read for the rows before it.
 * Their number stands in the text, rounded up to a power of two: PostgreSQL plans for it, and keeps the plan.
 */
function upTo(order: OrderColumn<PostRow>[], { offset, size, orderBy }: PagePlan, rows: string): string {
  if (offset === 0) return rows
  const columns = order.map(({ column }) => column).join(', ')
  return `(select ${columns} from ${rows} ${orderBy} limit ${2 ** Math.ceil(Math.log2(offset + size + 1))}) p`
}
