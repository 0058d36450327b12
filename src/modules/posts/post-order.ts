import type { OrderColumn } from '../../db/lists/keyset.ts'
import type { Post } from '../../db/rows.ts'
import { ownOrder } from '../search/search-rows.ts'

/** Field and direction by which a list of posts is sorted. */
export type PostOrder = {
  field: 'relevance' | 'created_at' | 'updated_at' | 'votes'
  direction: 'asc' | 'desc'
}
type ColumnField = Exclude<PostOrder['field'], 'relevance'>

type Column = OrderColumn<Post>

const id: Column = { column: 'p.id', descending: true, type: 'int', value: (post) => post.id }
const created: Column = {
  column: 'p.created_at',
  descending: true,
  type: 'timestamptz',
  value: (post) => post.createdAt.toISOString(),
}
const updated: Column = {
  ...created,
  column: 'p.updated_at',
  value: (post) => post.updatedAt.toISOString(),
}
const votes: Column = {
  column: 'p.votes_count',
  descending: true,
  type: 'int',
  value: (post) => post.votesCount,
}

/** Orders of each field, newest or most first. */
export const DESCENDING: Record<ColumnField, Column[]> = {
  created_at: [created, id],
  updated_at: [updated, id],
  votes: [votes, created, id],
}

const ascending = (columns: Column[]) => columns.map((column) => ({ ...column, descending: false }))

const ASCENDING: Record<ColumnField, Column[]> = {
  created_at: ascending(DESCENDING.created_at),
  updated_at: ascending(DESCENDING.updated_at),
  votes: ascending(DESCENDING.votes),
}

/**
 * Returns the total order of a list of posts, newest first by default. Ties are ordered by id, those of votes
 * by time before. Both directions of a field read the same index.
 * @throws AppError INVALID_PARAM for relevance, which only a search has
 */
export const postOrder = (order: PostOrder | null | undefined): Column[] =>
  columnsOf(order, false) ?? DESCENDING.created_at

/**
 * Returns the total order of a list of found posts, as `postOrder`. Null for the most relevant first.
 * @throws AppError INVALID_PARAM for the least relevant first
 */
export const searchOrder = (order: PostOrder | null | undefined): Column[] | null => columnsOf(order, true)

function columnsOf(order: PostOrder | null | undefined, isSearch: boolean): Column[] | null {
  const own = ownOrder<ColumnField>(order ?? { field: 'created_at', direction: 'desc' }, isSearch)
  return own && (own.direction === 'asc' ? ASCENDING : DESCENDING)[own.field]
}
