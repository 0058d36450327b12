import type { PagePlan } from '../../db/keyset.ts'
import { documentsOf, type DocumentKind } from './store-documents.ts'

/** A list that is searched: a relation with the alias `p`, its conditions and its total order. */
type SearchedList = {
  kind: DocumentKind
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

/** Relevance of a found row, most relevant first. Ties are ordered by votes, where rows have any. */
export const RELEVANCE = 'p.relevance'

/**
 * Number of matches up to which all are sorted. More are found by reading the list in its order, which ends
 * with the page, because a frequent word occurs in any part of the list.
 */
const MAX_SORTED = 2_000
/** Number of matches up to which they are read as a set. Above it, each row's document is compared. */
const MAX_READ = 15_000
/** Number of candidates of each order that are ranked, of matches that are sorted or read in order. */
const MAX_RANKED = 500
const MAX_WALKED = 300

/** Weights of words of the body (C) and the title (A). */
const WEIGHTS = "'{0, 0.2, 0, 1}'"

/**
 * Returns the query of the words in the parameter `alternatives`, as SQL. PostgreSQL computes it once for each
 * execution.
 */
const queryOf = (alternatives: string) =>
  `(select search_query(o.language, ${alternatives}::jsonb) from organizations o where o.id = $1)`

/** Returns the condition that a row of `p` is found. It suits counts, not pages. */
export const foundCondition = (kind: DocumentKind, alternatives: string): string =>
  `p.id in (select d.id from ${documentsOf(kind)} d
    where d.organization_id = $1 and d.document @@ ${queryOf(alternatives)})`

/**
 * Returns the condition that a row of `p` is found, for the pages of several lists in one statement. In this
 * form, PostgreSQL reads the matches once, and compares each row with them.
 */
export const foundOnceCondition = (kind: DocumentKind, alternatives: string): string =>
  `(${foundCondition(kind, alternatives)}) is true`

/**
 * Returns the common table expressions of a searched page, of which `page` has the ids in the columns of the
 * order. Few matches are sorted. Many are found in the order of the list. With `isBounded`, only the first
 * matches that the index returns are considered.
 */
export function searchedPage(list: SearchedList, alternatives: string, isBounded: boolean): string {
  const { kind, from, conditions, seek, order, read, offset } = list
  const rows = [...conditions, ...(seek ? [seek] : [])].join(' and ')
  const columns = order.map(({ column }) => column).join(', ')
  const tail = `${read.orderBy} limit ${roundedUp(read.offset + read.size + 1)}`
  const sorted = `(select ${columns} from found join ${from} on p.id = found.id where ${rows} and ${FEW} ${tail})`
  const walked = `(select ${columns} from ${from} where ${rows} and not ${FEW} and ${matches(kind)} ${tail})`
  return `${foundRows(kind, alternatives, isBounded)}, page as materialized (
    select ${columns} from (${isBounded ? sorted : `${sorted} union all ${walked}`}) p
    ${read.orderBy} limit ${read.size + 1} ${offset})`
}

/**
 * Returns the common table expressions of a page of the most relevant rows: the ranks of at most 500 rows that
 * are first in each of the orders.
 */
export function rankedPage(
  list: SearchedList & { orders: readonly string[] },
  alternatives: string,
  isBounded: boolean,
): string {
  const { kind, from, conditions, seek, order, orders, read, offset } = list
  const rows = conditions.join(' and ')
  const columns = order.map(({ column }) => column).filter((column) => column !== RELEVANCE)
  const rank = isBounded ? '0' : `(1000 * ts_rank(${WEIGHTS}, d.document, (select q from query), 1))::int`
  const first = orders.map((one) => `(select p.id from matched p order by ${one} limit ${MAX_RANKED})`)
  const walked = orders.map(
    (one) => `(select p.id from ${from}
      where ${rows} and not ${FEW} and ${matches(kind)} order by ${one} limit ${MAX_WALKED})`,
  )
  return `${foundRows(kind, alternatives, isBounded)}, matched as materialized (
      select ${columns.join(', ')}, p.created_at from found join ${from} on p.id = found.id where ${rows} and ${FEW}),
    candidates as materialized (${[...first, ...(isBounded ? [] : walked)].join(' union ')}),
    page as materialized (select * from (
      select ${columns.join(', ')}, ${rank} as relevance from candidates
      join ${from} on p.id = candidates.id join ${documentsOf(kind)} d on d.organization_id = $1 and d.id = p.id
      where p.organization_id = $1) p
    ${seek ? `where ${seek}` : ''} ${read.orderBy} limit ${read.size + 1} ${offset})`
}

const FEW = `(select count(*) <= ${MAX_SORTED} from found)`

function foundRows(kind: DocumentKind, alternatives: string, isBounded: boolean): string {
  return `query as materialized (select ${queryOf(alternatives)} as q),
    found as materialized (select d.id from ${documentsOf(kind)} d where d.organization_id = $1
      and d.document @@ (select q from query) limit ${isBounded ? MAX_SORTED : MAX_READ + 1})`
}

/**
 * Compares row by row in the order of the list. In a condition of this form, PostgreSQL does not join all
 * matches.
 */
const matches = (kind: DocumentKind) => `case when (select count(*) <= ${MAX_READ} from found)
  then p.id in (select id from found)
  else exists (select from ${documentsOf(kind)} d
    where d.organization_id = $1 and d.id = p.id and d.document @@ (select q from query) offset 0) end`

/** Rounds a limit up to a power of two, so that plans are reused. */
const roundedUp = (limit: number) => 2 ** Math.ceil(Math.log2(limit))
