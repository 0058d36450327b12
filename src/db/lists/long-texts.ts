import { CompiledQuery, sql, type AliasedRawBuilder } from 'kysely'
import { snakeCase } from '../../lib/text/case.ts'
import { COLUMNS } from '../columns.ts'
import type { Db } from '../database.ts'
import { oneOf } from './is-one-of.ts'

/** Columns whose texts can have hundreds of thousands of characters. */
const LONG_COLUMNS = {
  posts: ['descriptionHtml', 'description'],
  comments: ['bodyHtml', 'body'],
  changelogs: ['descriptionHtml', 'descriptionMarkdown', 'description'],
  deliveries: ['body'],
} as const

export type LongTextTable = keyof typeof LONG_COLUMNS
export type LongText = {
  [Table in LongTextTable]: readonly [Table, (typeof LONG_COLUMNS)[Table][number]]
}[LongTextTable]

export type RowTable = Exclude<keyof typeof COLUMNS, 'roadmaps'>

/**
 * Maximum size, in octets, of a text read with its row. A page with two long columns has at most 8 MB of
 * them.
 */
const MAX_IN_ROW = 40_000
/** Maximum number of octets of one column in a statement that reads more rows than a page. */
const MAX_IN_STATEMENT = 4_000_000

/** Returns the maximum size, in octets, of a text read with its row, for a number of rows. */
export const longestInRow = (rows: number): number =>
  Math.min(MAX_IN_ROW, Math.floor(MAX_IN_STATEMENT / Math.max(1, rows)))

/**
 * Returns SQL of a text, or null if it is longer than `most` octets. `most` is a number or a parameter.
 * PostgreSQL returns the length of an out-of-line text without reading it.
 */
export const shortText = (column: string, most: number | string = MAX_IN_ROW): string =>
  `case when octet_length(${column}) <= ${most} then ${column} end`

/** Returns all columns of a table as pairs of SQL and name. */
export const wholeColumns = (table: RowTable, alias: string): [string, string][] =>
  COLUMNS[table].map((name) => {
    const column = `${alias}.${snakeCase(name)}`
    // The column of a list may be null.
    return [name === 'labels' ? `coalesce(${column}, '{}')` : column, name]
  })

/** The same. Texts longer than `most` octets are null. */
function columnsOf(table: RowTable, alias: string, most?: number | string): [string, string][] {
  const long: readonly string[] = table === 'users' ? [] : LONG_COLUMNS[table]
  return wholeColumns(table, alias).map(([column, name]) => [
    long.includes(name) ? shortText(column, most) : column,
    name,
  ])
}

/** Texts of columns by table, alias and limit, of which there are few. */
const rowColumnsCache = new Map<string, string>()

/**
 * Returns the columns of a row for the text of a statement. `readLongTexts` reads the long texts that are
 * null.
 */
export function rowColumns(table: RowTable, alias: string, most?: string): string {
  const key = `${table} ${alias} ${most}`
  const cached = rowColumnsCache.get(key)
  if (cached !== undefined) return cached
  const columns = columnsOf(table, alias, most).map(([column, name]) => `${column} as "${name}"`)
  const text = columns.join(', ')
  rowColumnsCache.set(key, text)
  return text
}

/** Returns a function that names the values of a row, in the order of the columns of `rowColumns`. */
export function rowOfValues<Row>(table: RowTable): (values: unknown[]) => Row {
  const names: readonly string[] = COLUMNS[table]
  return (values) => Object.fromEntries(names.map((name, index) => [name, values[index]])) as Row
}

/** Returns the same columns for a statement built with Kysely. */
export const rowSelection = (table: RowTable, most?: number): AliasedRawBuilder<unknown, string>[] =>
  columnsOf(table, table, most).map(([column, name]) => sql.raw(column).as(name))

/** Returns the rows with the given ids. Together they contain at most 2 MB of each long text. */
export async function readRows<Row>(
  db: Db,
  table: RowTable,
  organizationId: number,
  ids: readonly number[],
  { key = 'id', rowsPerId = 1 }: { key?: string; rowsPerId?: number } = {},
): Promise<Row[]> {
  const { comparison, value } = oneOf('$2', ids)
  const text = `select ${rowColumns(table, 't', '$3::int')} from ${table} t
    where t.organization_id = $1 and t.${key} ${comparison} order by t.id`
  const values = [organizationId, value, longestInRow(2 * ids.length * rowsPerId)]
  const { rows } = await db.withoutPlugins().executeQuery<Row>(CompiledQuery.raw(text, values))
  return rows
}

/**
 * Returns the long texts of the first rows by id, together at most `most` octets, but at least one text.
 * Deleted rows are omitted.
 */
export async function readLongTexts(
  db: Db,
  [table, column]: LongText,
  organizationId: number,
  ids: readonly number[],
  most: number,
): Promise<{ id: number; text: string | null }[]> {
  const statement = `select id, text from (
      select id, text, row_number() over (order by id) as number,
        sum(coalesce(octet_length(text), 0)) over (order by id) as octets
      from (select id, ${snakeCase(column)} as text from ${table} where organization_id = $1 and id = any($2::bigint[])) t) t
    where octets <= $3::bigint or number = 1 order by id`
  const values = [organizationId, ids, most]
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<{ id: number; text: string | null }>(CompiledQuery.raw(statement, values))
  return rows
}
