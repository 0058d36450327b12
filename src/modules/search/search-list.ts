import type { PagePlan } from '../../db/lists/keyset.ts'
import { queryOf } from './query-of-kind.ts'
import { documentsOf, type DocumentKind } from './store-documents.ts'

/** A list that is searched: a relation, its conditions and its total order. */
type SearchedList = {
  kind: DocumentKind
  /** Alias of the relation, such as `p`. */
  alias: string
  /** The relation, such as `posts p`. */
  from: string
  /** `$1` of them is the organization's id. */
  conditions: readonly string[]
  /** Condition of the cursor. */
  seek: string | null
  order: readonly { column: string; descending: boolean }[]
  read: PagePlan
  /** Clause `offset`, or empty. */
  offset: string
}

/** Column of the relevance of a found row. */
export const relevanceOf = (alias: string) => `${alias}.relevance`

/**
 * Number of matches up to which all are sorted. More are found by reading the list in its order, which ends
 * with the page, because a frequent word occurs in any part of the list.
 */
const MAX_SORTED = 2_000
/** Number of matches up to which they are read as a set. Above it, each row's document is compared. */
const MAX_READ = 10_000
/**
 * Number of rows that are compared before the index is read: the first of the list in each order, and those at equal
 * distances among all. If a twentieth of each matches, the query is common: the list has enough matches near its start,
 * so that the index is not read.
 */
const PROBED = 200
const COMMON = PROBED / 20
/** Number of candidates of each order that are ranked, of matches that are sorted or read in order. */
const MAX_RANKED = 500
const MAX_WALKED = 200
/** Number of the first rows, and of those at equal distances, that a bounded search compares. */
const MAX_COMPARED = 2_000

/** Weights of words of the body (C), the tags of a post (B) and the title (A). */
const WEIGHTS = "'{0, 0.2, 0.4, 1}'"

/** Returns the condition that a row of `alias` is found by the query in `parameter`. It suits counts, not pages. */
export const foundCondition = (kind: DocumentKind, alias: string, parameter: string): string =>
  `${alias}.id in (select d.id from ${documentsOf(kind)} d
    where d.organization_id = $1 and d.document @@ ${queryOf(kind, parameter)})`

/**
 * Returns the condition that a row of `alias` is found, for the pages of several lists in one statement. In this
 * form, PostgreSQL reads the matches once, and compares each row with them.
 */
export const foundOnceCondition = (kind: DocumentKind, alias: string, parameter: string): string =>
  `(${foundCondition(kind, alias, parameter)}) is true`

/**
 * Returns the common table expressions of a searched page, of which `page` has the ids in the columns of the
 * order. Few matches are sorted. Many are found in the order of the list.
 */
export function searchedPage(list: SearchedList, parameter: string): string {
  const { kind, alias, from, order, read } = list
  const rows = rowsOf(list)
  const columns = columnsOf(order)
  const tail = `${read.orderBy} limit ${roundedUp(read.offset + read.size + 1)}`
  const sorted = `(select ${columns} from found join ${from} on ${alias}.id = found.id where ${rows} and ${FEW} ${tail})`
  const walked = `(select ${columns} from ${from} where ${rows} and not ${FEW} and ${matches(kind, alias)} ${tail})`
  return `${foundRows(list, rows, [order], parameter)}, page as materialized (
    select ${columns} from (${sorted} union all ${walked}) ${alias} ${pageTail(list)})`
}

/**
 * Returns the common table expressions of `searchedPage` that compare only the first rows of the list and some at
 * equal distances, so that their time does not depend on the query.
 */
export function boundedPage(list: SearchedList, parameter: string): string {
  const { kind, alias, from, order, read } = list
  const columns = columnsOf(order)
  const rows = rowsOf(list)
  return `query as materialized (select ${queryOf(kind, parameter)} as q), page as materialized (
    select * from (
      (select ${columns} from (select ${columns} from ${from} where ${rows} ${read.orderBy} limit ${MAX_COMPARED}) ${alias}
        where ${isMatch(kind, alias)})
      union (select ${columns} from ${sample(kind, MAX_COMPARED)} join ${from} on ${alias}.id = sample.id where ${rows})) ${alias}
    ${pageTail(list)})`
}

/** A list whose most relevant rows are searched. */
type RankedList = SearchedList & {
  /** Orders of which the first rows are ranked. */
  orders: readonly SearchedList['order'][]
}

/**
 * Returns the common table expressions of a page of the most relevant rows: the ranks of at most 500 rows that
 * are first in each of the orders.
 */
export function rankedPage(list: RankedList, parameter: string): string {
  const { kind, alias, from, conditions, orders } = list
  const rows = conditions.join(' and ')
  const rank = `(1000 * ts_rank(${WEIGHTS}, d.document, (select q from query), 1))::int`
  const first = orders.map(
    (one) => `(select ${alias}.id from matched ${alias} ${orderOf(one)} limit ${MAX_RANKED})`,
  )
  const walked = orders.map(
    (one) => `(select ${alias}.id from ${from}
      where ${rows} and not ${FEW} and ${matches(kind, alias)} ${orderOf(one)} limit ${MAX_WALKED})`,
  )
  return `${foundRows(list, rows, orders, parameter)}, matched as materialized (
      select ${columnsOf(orders.flat())} from found join ${from} on ${alias}.id = found.id where ${rows} and ${FEW}),
    ${rankedRows(list, [...first, ...walked], rank)}`
}

/** As `rankedPage`, without ranks and with the bound of `boundedPage`. */
export function boundedRankedPage(list: RankedList, parameter: string): string {
  const { kind, alias, from, conditions, orders } = list
  const walked = orders.map(
    (one) => `(select ${alias}.id from (select ${alias}.id from ${from}
      where ${conditions.join(' and ')} ${orderOf(one)} limit ${MAX_COMPARED / orders.length}) ${alias}
      where ${isMatch(kind, alias)})`,
  )
  const sampled = `(select ${alias}.id from ${sample(kind, MAX_COMPARED)} join ${from} on ${alias}.id = sample.id
    where ${conditions.join(' and ')})`
  return `query as materialized (select ${queryOf(kind, parameter)} as q), ${rankedRows(list, [...walked, sampled], '0')}`
}

function rankedRows(list: RankedList, candidates: string[], rank: string): string {
  const { kind, alias, from, order, seek } = list
  const columns = columnsOf(order.filter(({ column }) => column !== relevanceOf(alias)))
  return `candidates as materialized (${candidates.join(' union ')}),
    page as materialized (select * from (
      select ${columns}, ${rank} as relevance from candidates
      join ${from} on ${alias}.id = candidates.id join ${documentsOf(kind)} d on d.organization_id = $1 and d.id = ${alias}.id
      where ${alias}.organization_id = $1) ${alias}
    ${seek ? `where ${seek}` : ''} ${pageTail(list)})`
}

const FEW = `(select count <= ${MAX_SORTED} from size)`

const rowsOf = ({ conditions, seek }: SearchedList) => [...conditions, ...(seek ? [seek] : [])].join(' and ')

const pageTail = ({ read, offset }: SearchedList) => `${read.orderBy} limit ${read.size + 1} ${offset}`

const columnsOf = (order: SearchedList['order']) => [...new Set(order.map(({ column }) => column))].join(', ')

const orderOf = (order: SearchedList['order']) =>
  `order by ${order.map(({ column, descending }) => `${column} ${descending ? 'desc' : 'asc'}`).join(', ')}`

/** The query, the first matches that the index returns unless the query is common, and their number. */
function foundRows(
  list: SearchedList,
  rows: string,
  orders: RankedList['orders'],
  parameter: string,
): string {
  const { kind, alias, from } = list
  const heads = orders.map(
    (
      order,
    ) => `(select count(*) from (select ${alias}.id from ${from} where ${rows} ${orderOf(order)} limit ${PROBED}) ${alias}
      where ${isMatch(kind, alias)})`,
  )
  return `query as materialized (select ${queryOf(kind, parameter)} as q),
    probe as materialized (select least(${heads.join(', ')}, (select count(*) from ${sample(kind, PROBED)})) >= ${COMMON} as common),
    found as materialized (select d.id from ${documentsOf(kind)} d where d.organization_id = $1
      and not (select common from probe) and d.document @@ (select q from query) limit ${MAX_READ + 1}),
    size as materialized (select case when (select common from probe) then ${MAX_READ + 1} else count(*) end as count
      from found)`
}

/** Matches among the rows at equal distances of all ids of the organization. A row may occur several times. */
const sample = (kind: DocumentKind, count: number) =>
  `(select d.id from (select min(id) as low, max(id) as high from ${documentsOf(kind)} where organization_id = $1) ends
    cross join generate_series(0, ${count - 1}) as step
    cross join lateral (select d.id, d.document from ${documentsOf(kind)} d where d.organization_id = $1
      and d.id >= low + ((high - low)::bigint * step / ${count})::int order by d.id limit 1) d
    where d.document @@ (select q from query)) sample`

/**
 * Compares row by row in the order of the list. In a condition of this form, PostgreSQL does not join all
 * matches.
 */
const matches = (kind: DocumentKind, alias: string) => `case when (select count <= ${MAX_READ} from size)
  then ${alias}.id in (select id from found) else ${isMatch(kind, alias)} end`

const isMatch = (kind: DocumentKind, alias: string) => `exists (select 1 from ${documentsOf(kind)} d
    where d.organization_id = $1 and d.id = ${alias}.id and d.document @@ (select q from query) offset 0)`

/** Rounds a limit up to a power of two, so that plans are reused. */
const roundedUp = (limit: number) => 2 ** Math.ceil(Math.log2(limit))
