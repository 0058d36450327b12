import { CompiledQuery } from 'kysely'
import { countRowsOf } from '../../db/lists/count-rows.ts'
import type { Db } from '../../db/database.ts'
import { pageClauses, pageOf, type OrderColumn, type Page, type PageRequest } from '../../db/lists/keyset.ts'
import { rowColumns, rowOfValues, type RowTable } from '../../db/lists/long-texts.ts'
import { Parameters } from '../../db/lists/parameters.ts'
import { searchRows } from './search-rows.ts'
import type { DocumentKind } from './store-documents.ts'

type RowList<Row> = {
  kind: DocumentKind
  table: RowTable
  /** Alias of the table in the conditions and orders. */
  alias: string
  conditions: string[]
  /** The first is the organization's id. */
  values: readonly unknown[]
  /** Null: the most relevant of the rows that the search finds. */
  order: OrderColumn<Row>[] | null
  /** Order of rows of the same relevance. */
  newest: OrderColumn<Row>[]
  /** Query that finds the rows, in the syntax of `parseQuery`. A blank one does not restrict the list. */
  search: string | null | undefined
  page: PageRequest
}

/**
 * Returns one page of a table's rows, of those that a query finds if there is one, in one statement for any number
 * of rows. By relevance, the list has at most the 500 newest matches.
 * @throws AppError INVALID_PARAM for invalid page arguments, an invalid cursor, or a query that is too long
 */
export async function listRows<Row extends object>(db: Db, list: RowList<Row>): Promise<Page<Row>> {
  const { table, alias, newest, page } = list
  const search = list.search?.trim()
  const from = `${table} ${alias}`
  const columns = rowColumns(table, alias)
  if (search)
    return searchRows(db, {
      ...list,
      search,
      field: 'filter.search',
      from,
      ties: newest,
      ranked: [newest],
      reader: { columns, joins: '', toRow: rowOfValues<Row>(table) },
    })
  const order = list.order ?? newest
  const counted = { from, conditions: [...list.conditions], values: list.values }
  const parameters = new Parameters(...list.values)
  const { seek, tail, read } = pageClauses(order, page, parameters)
  const conditions = [...list.conditions, ...(seek ? [seek] : [])]
  const text = `select ${columns} from ${from} where ${conditions.join(' and ')} ${tail}`
  const { rows } = await db.withoutPlugins().executeQuery<Row>(CompiledQuery.raw(text, parameters.values))
  return pageOf(order, rows, read, () => countRowsOf(db, counted))
}
