import { countRowsOf } from '../../db/lists/count-rows.ts'
import type { Db } from '../../db/database.ts'
import { pageClauses, pageOf, type OrderColumn, type Page, type PageRequest } from '../../db/lists/keyset.ts'
import { Parameters } from '../../db/lists/parameters.ts'
import { invalidParam } from '../../lib/errors.ts'
import { queryParameter } from './query-of-kind.ts'
import { runSearch } from './run-search.ts'
import {
  boundedPage,
  boundedRankedPage,
  foundCondition,
  rankedPage,
  relevanceOf,
  searchedPage,
} from './search-list.ts'
import type { DocumentKind } from './store-documents.ts'

type RowSearch<Row> = {
  kind: DocumentKind
  /** Text of the query, and the field that errors name. */
  search: string
  field: string
  /** List that is searched. `$1` is the organization's id. */
  table: string
  alias: string
  from: string
  conditions: string[]
  values: readonly unknown[]
  /** Null: the most relevant first. */
  order: OrderColumn<Row>[] | null
  /** Order of rows of the same relevance. */
  ties: OrderColumn<Row>[]
  /** Orders of which the first rows are ranked. */
  ranked: OrderColumn<Row>[][]
  page: PageRequest
  reader: {
    /** Selected columns, and joined relations. */
    columns: string
    joins: string
    toRow: (values: unknown[]) => Row
  }
}

const relevances = new WeakMap<object, number>()

/**
 * Returns one page of the rows of a list that a query finds, in one statement for any number of rows. By
 * relevance, the list has at most the 500 matches that are first in each of the ranked orders.
 * @throws AppError INVALID_PARAM for a query that is too long, as `queryParameter`; as `pageClauses`
 */
export async function searchRows<Row extends object>(db: Db, request: RowSearch<Row>): Promise<Page<Row>> {
  const { kind, table, alias, from, conditions, page, reader } = request
  const query = queryParameter(kind, request.field, request.search)
  const parameters = new Parameters(...request.values)
  const order = request.order ?? [byRelevance<Row>(alias), ...request.ties]
  const parameter = parameters.add(query ?? '')
  const found = [...conditions, foundCondition(kind, alias, parameter)]
  const counted = { from, conditions: found, values: parameters.values }
  const { seek, read } = pageClauses(order, page, parameters)
  const offset = read.offset > 0 ? `offset ${parameters.last}` : ''
  const list = { kind, alias, from, conditions, seek, order, read, offset, orders: request.ranked }
  const pageText = (isBounded: boolean) => {
    if (request.order) return (isBounded ? boundedPage : searchedPage)(list, parameter)
    return (isBounded ? boundedRankedPage : rankedPage)(list, parameter)
  }
  const statementText = (isBounded: boolean) => `with ${pageText(isBounded)}
    select ${reader.columns}${request.order ? '' : ', page.relevance'}
    from page join ${table} ${alias} on ${alias}.organization_id = $1 and ${alias}.id = page.id ${reader.joins}
    ${read.orderBy.replace(relevanceOf(alias), 'page.relevance')}`
  const raw = query === null ? [] : await runSearch(db, statementText, parameters.values)
  const rows = raw.map((columns) => {
    const row = reader.toRow(columns)
    if (!request.order) relevances.set(row, Number(columns.at(-1)))
    return row
  })
  return pageOf(order, rows, read, async () => (query === null ? 0 : countRowsOf(db, counted)))
}

const byRelevance = <Row extends object>(alias: string): OrderColumn<Row> => ({
  column: relevanceOf(alias),
  descending: true,
  type: 'int',
  value: (row) => relevances.get(row) ?? 0,
})

type Order<Field extends string> = { field: Field; direction: 'asc' | 'desc' }

/**
 * Returns the order of a list by its own columns. Null for the most relevant of the rows that a search finds first.
 * @throws AppError INVALID_PARAM for relevance without a search, and for the least relevant first
 */
export function ownOrder<Field extends string>(
  order: Order<Field | 'relevance'>,
  isSearch: boolean,
): Order<Field> | null {
  const { field, direction } = order
  if (field !== 'relevance') return { field, direction }
  if (!isSearch) throw invalidParam('orderBy', 'requires a search')
  if (direction === 'asc') throw invalidParam('orderBy', 'must be descending for relevance')
  return null
}
