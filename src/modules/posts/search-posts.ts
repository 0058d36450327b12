import type { Db } from '../../db/database.ts'
import type { OrderColumn, Page, PageRequest } from '../../db/lists/keyset.ts'
import { searchRows } from '../search/search-rows.ts'
import { DESCENDING } from './post-order.ts'
import { rowReader, type PostRow, type PostSelection } from './post-row.ts'

type PostSearch = {
  /** Text of the query. */
  search: string
  /** List that is searched. `$1` is the organization's id. */
  from: string
  conditions: string[]
  values: readonly unknown[]
  /** Null: the most relevant first. */
  order: OrderColumn<PostRow>[] | null
  page: PageRequest
  selection: PostSelection
}

const TIES: OrderColumn<PostRow>[] = [
  { column: 'p.votes_count', descending: true, type: 'int', value: (post) => post.votesCount },
  { column: 'p.id', descending: true, type: 'int', value: (post) => post.id },
]

/**
 * Returns one page of the posts of a list that a query finds, in one statement for any number of rows. By
 * relevance, the list has at most the 500 matches with the most votes and the 500 newest ones.
 * @throws AppError INVALID_PARAM for a query of more than 500 characters, as `pageClauses`
 */
export function searchPosts(db: Db, { selection, ...request }: PostSearch): Promise<Page<PostRow>> {
  return searchRows<PostRow>(db, {
    ...request,
    kind: 'post',
    field: 'filter.search',
    table: 'posts',
    alias: 'p',
    ties: TIES,
    ranked: [DESCENDING.votes, DESCENDING.created_at],
    reader: rowReader(selection),
  })
}
