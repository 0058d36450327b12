import { joinList } from '../../lib/text/list-text.ts'
import { withFormulaGuard } from '../../lib/text/formula-guard.ts'
import { writtenColumns, type ExportRow, type ExportTable } from './table.ts'

/** How the rows of a table become a file. */
export type LineForm = {
  extension: string
  /** Text before the first row. */
  head: (table: ExportTable) => string
  line: (columns: readonly string[], row: ExportRow) => string
}

/** A JSON object a line, with the keys in the order of the columns. */
export const JSON_LINES: LineForm = {
  extension: '.jsonl',
  head: () => '',
  line: (columns, row) => {
    const members = columns.map((name) => `"${name}":${JSON.stringify(row[name] ?? null)}`)
    return `{${members.join(',')}}\n`
  },
}

/** A comma-separated table (RFC 4180) in UTF-8 with a byte order mark. No cell is run as a formula. */
export const CSV_LINES: LineForm = {
  extension: '.csv',
  head: (table) => `\uFEFF${writtenColumns(table).join(',')}\r\n`,
  line: (columns, row) => `${columns.map((name) => cellOf(row[name])).join(',')}\r\n`,
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = withFormulaGuard(cellText(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? joinList(value) : JSON.stringify(value)
}

const CHUNK = 64 * 1024

/**
 * Writes pages of rows as chunks of at least 64 KiB, but for the last. `count` receives the number of each chunk's
 * rows.
 */
export async function* writeLines(
  table: ExportTable,
  form: LineForm,
  pages: AsyncIterable<readonly ExportRow[]>,
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const columns = writtenColumns(table)
  let text = form.head(table)
  let rows = 0
  for await (const page of pages)
    for (const row of page) {
      text += form.line(columns, row)
      rows += 1
      if (text.length < CHUNK) continue
      count(rows)
      yield Buffer.from(text)
      ;[text, rows] = ['', 0]
    }
  count(rows)
  if (text !== '') yield Buffer.from(text)
}
