import { countLists } from './count-lists.ts'
import type { Db } from '../database.ts'
import { pageClauses, pageOf, type OrderColumn, type Page, type PageRequest } from './keyset.ts'
import { longestInRow } from './long-texts.ts'
import { executeAsArrays } from '../client/prepared-statements.ts'
import { Parameters } from './parameters.ts'

/** A list of a parent row, as SQL over `$n` parameters. Its rows are read as JSON arrays of their columns. */
type JsonList<Row> = {
  /** Alias of the row's table in all parts, such as `c`. */
  alias: string
  /** Tables and joins, such as `comments c`. */
  from: string
  /** Conditions, of which one compares with the parent's id. */
  conditions: readonly string[]
  order: OrderColumn<Row>[]
  /** Selected columns. `most` is the parameter of the longest text that is read within its row. */
  columns: (most: string) => string[]
  /** Joins for the selected columns of the rows of the page. */
  joins: string
  /** Converts an array of the columns, in which times are text. */
  toRow: (values: unknown[]) => Row
}

/**
 * Defines a list for parents whose id is `parentId` in SQL. Appends the parameters of its
 * conditions to those of the statement, of which the first one is the organization's id.
 */
export type DefineJsonList<Row> = (parentId: string, parameters: Parameters) => JsonList<Row>

/** The page of a list of each row that a statement returns, as one more column of that statement. */
type PageColumn<Row> = {
  column: string
  /** Returns the pages of these rows from their values of the column. */
  toPages: (parentIds: readonly number[], values: readonly unknown[]) => Page<Row>[]
}

/**
 * Returns the column for a statement with these parameters, that returns up to `parents` rows with the id
 * `parentId`. Appends its own parameters. The first `count` of a page counts the lists of all rows, in one
 * statement.
 * @throws AppError INVALID_PARAM as `readPage`
 */
export function pageColumn<Row>(
  db: Db,
  define: DefineJsonList<Row>,
  request: PageRequest,
  { parentId, parents, parameters }: { parentId: string; parents: number; parameters: Parameters },
): PageColumn<Row> {
  const [organizationId] = parameters.values
  const { alias, from, conditions, order, columns, joins, toRow } = define(parentId, parameters)
  const { seek, tail, read } = pageClauses(order, request, parameters)
  const most = `${parameters.next}::int`
  const selected = columns(most).join(', ')
  if (selected.includes(most)) parameters.add(longestInRow(2 * parents * (read.size + 1)))
  const where = [...conditions, ...(seek ? [seek] : [])].join(' and ')
  return {
    column: `(select json_agg(json_build_array(${selected}) ${read.orderBy})
      from (select ${alias}.* from ${from} where ${where} ${tail}) ${alias} ${joins})`,
    toPages: (parentIds, found) => {
      const count = countLists(db, parentIds, () => {
        const own = new Parameters(organizationId)
        return { ...define('wanted.id', own), values: own.values }
      })
      return parentIds.map((id, index) => {
        const rows = (found[index] as unknown[][] | null)?.map(toRow) ?? []
        return pageOf(order, rows, read, () => count(id))
      })
    },
  }
}

/**
 * Reads the same page of the lists of several parents in one statement. Each page has the id of its parent.
 * The first `count` counts the lists of all parents, in one more statement.
 * @throws AppError INVALID_PARAM as `readPage`
 */
export async function readJsonPages<Row>(
  db: Db,
  organizationId: number,
  parentIds: readonly number[],
  define: DefineJsonList<Row>,
  request: PageRequest,
): Promise<{ id: number; page: Page<Row> }[]> {
  const parameters = new Parameters(organizationId, parentIds)
  const parents = parentIds.length
  const { column, toPages } = pageColumn(db, define, request, { parentId: 'wanted.id', parents, parameters })
  const text = `select wanted.id, ${column} from unnest($2::int[]) as wanted(id)`
  const found = new Map((await executeAsArrays(db, text, parameters.values)) as [number, unknown][])
  const pages = toPages(
    parentIds,
    parentIds.map((id) => found.get(id)),
  )
  return pages.map((page, index) => ({ id: parentIds[index] ?? 0, page }))
}
