import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { Post } from '../../db/rows.ts'
import {
  pageOf,
  pageClauses,
  type OrderColumn,
  type Page,
  type PagePlan,
  type PageRequest,
} from '../../db/lists/keyset.ts'
import { executeAsArrays } from '../../db/client/prepared-statements.ts'
import { countRowsOf } from '../../db/lists/count-rows.ts'
import { pageColumn, type DefineJsonList } from '../../db/lists/json-pages.ts'
import type { Parameters } from '../../db/lists/parameters.ts'
import { assertDateRange } from '../../lib/errors/date-range.ts'
import type { CommentRow } from '../comments/comment-row.ts'
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
  /** A page of comments of each post to read in the same statement. A search does not read it. */
  comments?: CommentsOfPosts | null
}

/** The page of comments that a field of the operation selects on each post. */
export type CommentsOfPosts = { field: object; page: PageRequest; define: DefineJsonList<CommentRow> }

/**
 * Returns one page of an organization's posts, in one statement for any number of rows (operation
 * `listFeatureRequests`).
 * @throws AppError INVALID_PARAM for invalid page arguments, an invalid cursor, a time range that ends before
 * it starts, or an order by relevance without a search
 */
export async function listPosts(db: Db, request: PostListRequest): Promise<Page<PostRow>> {
  const { organizationId, filter, viewer } = request
  assertDateRange(filter)
  const { from, conditions, parameters } = postConditions(organizationId, filter, viewer)
  const search = filter.search?.trim()
  if (search) {
    const found = { search, from, conditions, values: parameters.values, order: searchOrder(request.order) }
    return searchPosts(db, { ...request, ...found })
  }
  const order = postOrder(request.order)
  // No post is updated before it is created, so this bound restricts the scan of the index on `updated_at`.
  // One day allows for clocks that differ.
  if (filter.createdFrom && request.order?.field === 'updated_at')
    conditions.push(`p.updated_at >= ${parameters.add(filter.createdFrom)}::timestamptz - interval '1 day'`)
  const list = { from, conditions: [...conditions], values: parameters.values }
  const { seek, tail, read } = pageClauses(order, request.page, parameters)
  if (seek) conditions.push(seek)
  const reader = rowReader(request.selection)
  const comments = request.comments && commentsColumn(db, request.comments, read.size + 1, parameters)
  const columns = comments ? `${reader.columns}, ${comments.column} as comments` : reader.columns
  const where = `where ${conditions.join(' and ')}`
  // Selects the page's ids first, unless the posts are read in their own order and without an offset.
  const isDirect = from === ALL_POSTS && read.offset === 0 && !isOfPeople(filter)
  const page = isDirect
    ? `select ${columns} from ${from} ${reader.joins} ${where} ${tail}`
    : `with page as materialized (select p.id from ${upTo(order, read, `${from} ${where}`)} ${tail})
      select ${columns} from page join posts p on p.organization_id = $1 and p.id = page.id
      ${reader.joins} ${read.orderBy}`
  const rows = await executeAsArrays(
    db,
    reader.statement(page, read.orderBy, comments ? ['comments'] : []),
    parameters.values,
  )
  const posts = reader.toRows(rows)
  comments?.addTo(
    posts,
    rows.map((row) => row[reader.width]),
  )
  return pageOf(order, posts, read, () => countRowsOf(db, list))
}

/** Returns the column with the comments of up to `most` posts, and a function that adds its values to the posts. */
function commentsColumn(
  db: Db,
  { field, page, define }: CommentsOfPosts,
  most: number,
  parameters: Parameters,
) {
  const { column, toPages } = pageColumn(db, define, page, { parentId: 'p.id', parents: most, parameters })
  const addTo = (posts: PostRow[], found: unknown[]) => {
    const ids = posts.map(({ id }) => id)
    for (const [index, ofPost] of toPages(ids, found).entries()) {
      const post = posts[index]
      if (post) post.comments = { field, page: ofPost }
    }
  }
  return { column, addTo }
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

/** Whether a filter selects posts by the activity of people, whose ids the statement reads first. */
const isOfPeople = ({ interactorEmails, voterEmails }: PostFilter) =>
  Boolean(interactorEmails?.length || voterEmails?.length)
