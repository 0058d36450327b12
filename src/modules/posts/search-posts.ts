import { countRowsOf } from '../../db/count-rows.ts'
import type { Db } from '../../db/database.ts'
import { pageClauses, pageOf, type OrderColumn, type Page, type PageRequest } from '../../db/keyset.ts'
import { parseQuery } from '../search/parse-query.ts'
import { runSearch } from '../search/run-search.ts'
import { foundCondition, rankedPage, RELEVANCE, searchedPage } from '../search/search-list.ts'
import { rowReader, type PostRow, type PostSelection } from './post-row.ts'

type PostSearch = {
  /** Text of the query. */
  search: string
  /** List that is searched. `$1` is the organization's id. */
  from: string
  conditions: string[]
  values: unknown[]
  /** Null: the most relevant first. */
  order: OrderColumn<PostRow>[] | null
  page: PageRequest
  selection: PostSelection
}

const relevanceOf = new WeakMap<PostRow, number>()

const BY_RELEVANCE: OrderColumn<PostRow>[] = [
  { column: RELEVANCE, descending: true, type: 'int', value: (post) => relevanceOf.get(post) ?? 0 },
  { column: 'p.votes_count', descending: true, type: 'int', value: (post) => post.votesCount },
  { column: 'p.id', descending: true, type: 'int', value: (post) => post.id },
]
/** Orders of which the first posts are ranked. */
const RANKED = ['p.votes_count desc, p.created_at desc, p.id desc', 'p.created_at desc, p.id desc']

/**
 * Returns one page of the posts of a list that a query finds, in one statement for any number of rows. By
 * relevance, the list has at most the 500 matches with the most votes and the 500 newest ones.
 * @throws AppError INVALID_PARAM for a query of more than 500 characters, as `pageClauses`
 */
export async function searchPosts(db: Db, request: PostSearch): Promise<Page<PostRow>> {
  const { from, page, selection } = request
  const query = parseQuery('search', request.search)
  const values = [...request.values]
  const order = request.order ?? BY_RELEVANCE
  const alternatives = `$${values.push(JSON.stringify(query ?? []))}`
  const counted = {
    from,
    conditions: [...request.conditions, foundCondition('post', alternatives)],
    values: [...values],
  }
  const { seek, read } = pageClauses(order, page, values)
  const offset = read.offset > 0 ? `offset $${values.length}` : ''
  const list = { kind: 'post' as const, from, conditions: request.conditions, seek, order, read, offset }
  const reader = rowReader(selection)
  const textOf = (isBounded: boolean) => `with ${
    request.order
      ? searchedPage(list, alternatives, isBounded)
      : rankedPage({ ...list, orders: RANKED }, alternatives, isBounded)
  } select ${reader.columns}${request.order ? '' : ', page.relevance'}
    from page join posts p on p.organization_id = $1 and p.id = page.id ${reader.joins}
    ${read.orderBy.replace(RELEVANCE, 'page.relevance')}`
  const raw = query ? await runSearch(db, textOf, values) : []
  const rows = raw.map((row) => {
    const post = reader.toRow(row)
    if (!request.order) relevanceOf.set(post, Number(row.at(-1)))
    return post
  })
  return pageOf(order, rows, read, () => countRowsOf(db, counted))
}
