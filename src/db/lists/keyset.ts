import { sql, type SelectQueryBuilder } from 'kysely'
import { invalidParam } from '../../lib/errors.ts'
import { countRows } from './count-rows.ts'
import type { Db } from '../database.ts'
import { cursorWriter, readCursor } from './order-cursor.ts'
import type { Parameters } from './parameters.ts'

/** Maximum number of rows of a page. */
export const MAX_PAGE = 100
/** Number of rows of a page whose size is not given. */
const DEFAULT_PAGE = 30

/** The page of a list to read, by cursor or by offset. */
export type PageRequest = {
  first?: number | null | undefined
  after?: string | null | undefined
  last?: number | null | undefined
  before?: string | null | undefined
  /** Number of rows before the page. Excludes cursors. */
  offset?: number | null | undefined
}

/** One page of a list, in the list's order. */
export type Page<Row> = {
  rows: Row[]
  hasNextPage: boolean
  hasPreviousPage: boolean
  cursorOf(row: Row): string
  /** Counts the rows of the list, up to `MAX_COUNT` + 1. Reads only when called. */
  count(): Promise<number>
}

/** One column of a list's total order. The last one must be unique in the list. */
export type OrderColumn<Row> = {
  /** SQL of the column, such as `posts.created_at`. */
  column: string
  descending: boolean
  /** Value of the column in a row as it is encoded in a cursor. A date is ISO text. */
  value: (row: Row) => string | number
  /** PostgreSQL type to which a cursor's value is cast, such as `timestamptz`. */
  type: 'timestamptz' | 'int' | 'bigint' | 'text'
}

/** Validated form of a page request. */
export type PagePlan = {
  size: number
  backwards: boolean
  cursor: (string | number)[] | null
  offset: number
  orderBy: string
}

/**
 * Reads one page of `query` in the given total order, by keyset from a cursor or by offset. Pages neither repeat nor
 * skip a row that did not change.
 * @throws AppError INVALID_PARAM for a page of more than 100 rows, an invalid cursor, a cursor of another order or
 * contradictory arguments
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
  order: OrderColumn<Row>[],
  request: PageRequest,
): Promise<Page<Row>> {
  const read = plan(order, request)
  let paged = query
  if (read.cursor) {
    const { cursor } = read
    paged = paged.where(
      sql<boolean>`${sql.join(
        seekParts(order, read).map((part) =>
          typeof part === 'number' ? sql`${cursor[part]}` : sql.raw(part),
        ),
        sql``,
      )}`,
    )
  }
  for (const { column, descending } of order) {
    paged = paged.orderBy(sql.raw(column), descending !== read.backwards ? 'desc' : 'asc')
  }
  // With the limit in its text, PostgreSQL can keep the plan of the prepared statement.
  paged = paged.limit(sql.lit(read.size + 1))
  if (read.offset > 0) paged = paged.offset(read.offset)
  return pageOf(order, (await paged.execute()) as Row[], read, () => countRows(db, query))
}

/**
 * Returns the clauses of `readPage` for a statement written as text: the cursor condition, and the order with
 * its limit. Appends the cursor's values to the parameters. Pass the rows to `pageOf` with `read`.
 * @throws AppError INVALID_PARAM as `readPage`
 */
export function pageClauses<Row>(order: OrderColumn<Row>[], request: PageRequest, parameters: Parameters) {
  const read = plan(order, request)
  const { cursor } = read
  const seek =
    cursor &&
    seekParts(order, read)
      .map((part) => (typeof part === 'number' ? `${parameters.add(cursor[part])}` : part))
      .join('')
  const offset = read.offset > 0 ? ` offset ${parameters.add(read.offset)}` : ''
  return { seek, tail: `${read.orderBy} limit ${read.size + 1}${offset}`, read }
}

/** Builds the page from the rows read, which are up to one more than its size. */
export function pageOf<Row>(
  order: OrderColumn<Row>[],
  rows: Row[],
  { size, backwards, cursor, offset }: PagePlan,
  count: () => Promise<number>,
): Page<Row> {
  const more = rows.length > size
  if (more) rows.length = size
  if (backwards) rows.reverse()
  return {
    rows,
    hasNextPage: backwards ? cursor !== null : more,
    hasPreviousPage: backwards ? more : cursor !== null || offset > 0,
    cursorOf: cursorWriter(order),
    count,
  }
}

/** Whether a request is valid and asks for the start of a list. */
export function isFirstPage({ first, after, last, before, offset }: PageRequest): boolean {
  if (after != null || last != null || before != null || offset != null) return false
  return first == null || (first >= 1 && first <= MAX_PAGE)
}

function plan<Row>(order: OrderColumn<Row>[], request: PageRequest): PagePlan {
  const { first, last, after, before, offset } = request
  if (first != null && last != null) throw invalidParam('last', 'cannot be combined with first')
  if (offset != null && last != null) throw invalidParam('offset', 'cannot be combined with last')
  if (offset != null && (after != null || before != null))
    throw invalidParam('offset', 'cannot be combined with a cursor')
  const size = last ?? first ?? DEFAULT_PAGE
  if (size < 1 || size > MAX_PAGE)
    throw invalidParam(last != null ? 'last' : 'first', `must be between 1 and ${MAX_PAGE}`)
  if (offset != null && offset < 0) throw invalidParam('offset', 'must be 0 or more')
  if (after != null && before != null) throw invalidParam('before', 'cannot be combined with after')
  if ((last != null && after != null) || (first != null && before != null))
    throw invalidParam(last != null ? 'last' : 'first', 'cannot be combined with this cursor')
  const backwards = last != null || before != null
  const given = after ?? before ?? null
  const cursor = given === null ? null : readCursor(order, given)
  if (given !== null && !cursor)
    throw invalidParam(backwards ? 'before' : 'after', 'is not a cursor of this list in this order')
  const orderBy = `order by ${order.map(({ column, descending }) => `${column} ${descending !== backwards ? 'desc' : 'asc'}`).join(', ')}`
  return { size, backwards, cursor, offset: offset ?? 0, orderBy }
}

/**
 * Returns the cursor condition as pieces of SQL. A number is the index of a cursor value. The condition is
 * `(a, b) < (x, y)` if all columns have the same direction, else its expansion column by column.
 */
function seekParts<Row>(order: OrderColumn<Row>[], { backwards }: PagePlan): (string | number)[] {
  const isLess = (index: number) => (order[index]?.descending ?? false) !== backwards
  const compare = (index: number, operator: string) => [
    `${order[index]?.column} ${operator} `,
    index,
    `::${order[index]?.type}`,
  ]
  if (order.every((_, index) => isLess(index) === isLess(0))) {
    const values = order.flatMap(({ type }, index) => [index > 0 ? ', ' : '', index, `::${type}`])
    return [`(${order.map(({ column }) => column).join(', ')}) ${isLess(0) ? '<' : '>'} (`, ...values, ')']
  }
  const branches = order.map((_, index) => [
    ...order.slice(0, index).flatMap((_column, before) => [...compare(before, '='), ' and ']),
    ...compare(index, isLess(index) ? '<' : '>'),
  ])
  return ['(', ...branches.flatMap((branch, index) => [index > 0 ? ' or (' : '(', ...branch, ')']), ')']
}
