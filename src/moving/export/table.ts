import { CompiledQuery } from 'kysely'
import type { Transaction } from '../../db/database.ts'

/** A row of an export, by column. */
export type ExportRow = Record<string, unknown>

/** Columns of a row that contain the id, name and e-mail address of a person. */
export type PersonColumns = { id: string; name?: string; email?: string }

/**
 * A table of an export. `columns` are SQL by name, in the order of the file. Those whose names start with `#` are read
 * and not written. `key` orders the rows and identifies each.
 */
export type ExportTable = {
  file: string
  columns: Readonly<Record<string, string>>
  /** Table with its alias, and joins that keep the number of rows. */
  from: string
  /** Column with the organization's id. */
  owner: string
  where?: string
  key: readonly string[]
  /** Values before those of the first row. Default: zeros. */
  start?: readonly (number | string)[]
  /** Number of rows of a page. Few where rows have long texts. Default 2000. */
  page?: number
  people?: readonly PersonColumns[]
  /** Values of columns in an export without personal data. */
  impersonal?: Readonly<ExportRow>
  /** Columns of HTML, in which the addresses of uploads are replaced. */
  texts?: readonly string[]
  /** Converts a row after all replacements. It keeps the columns. */
  convert?: (row: ExportRow) => ExportRow
}

const PAGE = 2_000

/** Number of rows of a page of long texts, which bounds the memory of a page to 40 MB. */
export const TEXT_PAGE = 100

/** Reads a table of an organization page by page, in the order of its key. */
export async function* readPages(
  tx: Transaction,
  organizationId: number,
  table: ExportTable,
): AsyncGenerator<ExportRow[]> {
  const { key, page = PAGE } = table
  const text = statementOf(table)
  let after: readonly unknown[] = table.start ?? key.map(() => 0)
  for (;;) {
    const query = CompiledQuery.raw(text, [organizationId, page, ...after])
    const { rows } = await tx.withoutPlugins().executeQuery<ExportRow>(query)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < page) return
    after = key.map((_column, index) => last[`#${index}`])
  }
}

function statementOf({ columns, from, owner, where, key }: ExportTable): string {
  const read = [
    ...Object.entries(columns).map(([name, column]) => `${column} as "${name}"`),
    ...key.map((column, index) => `${column} as "#${index}"`),
  ]
  const values = key.map((_column, index) => `$${index + 3}`)
  const conditions = [
    `${owner} = $1`,
    `(${key.join(', ')}) > (${values.join(', ')})`,
    ...(where === undefined ? [] : [where]),
  ]
  return `select ${read.join(', ')} from ${from} where ${conditions.join(' and ')} order by ${key.join(', ')} limit $2`
}

/** Names of the columns that are written, in their order. */
export const writtenColumns = ({ columns }: ExportTable): string[] =>
  Object.keys(columns).filter((name) => !name.startsWith('#'))
