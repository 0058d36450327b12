import { setImmediate } from 'node:timers/promises'
import { readCsv } from '../../../lib/text/csv/read-csv.ts'
import type { AppError } from '../../../lib/errors.ts'
import { normalizeEmail } from '../../../lib/text/email.ts'
import type { CustomerFields } from '../customer-fields.ts'
import { readColumns } from './read-columns.ts'
import { readRow } from './read-row.ts'

/** A customer of a file: number of the first row, number of rows with the e-mail, and their merged fields. */
export type FileEntry = { row: number; rows: number; email: string; fields: CustomerFields }

/** A row of a file that cannot be stored. `email` is as sent, `personEmail` as it is stored for people. */
export type FileError = { row: number; email: string | null; personEmail: string | null; problems: Problem[] }

/** Problem of a field, as `AppError` has it. */
type Problem = { code: AppError['code']; field: string; problem: string }

/** Content of a file of customers. */
type CustomerFile = { total: number; entries: FileEntry[]; errors: FileError[]; ignoredColumns: string[] }

const MAX_ROWS = 2000
const MAX_COLUMNS = 100
/** Rows that are read without a pause. A row of 100,000 characters can take 7 ms. */
const PART = 10
const MAX_EMAIL = 320

/**
 * Reads a CSV file of customers (contract 4). Rows are numbered from 1, without the headings and empty rows.
 * Rows with the same e-mail are merged, and later values take precedence.
 * @throws AppError as `readCsv` and `readColumns`, for files of more than 2000 rows or 100 columns
 */
export async function readCustomerFile(csv: string): Promise<CustomerFile> {
  const { headings, rows, delimiter } = await readCsv('csv', csv, {
    maxRows: MAX_ROWS,
    maxColumns: MAX_COLUMNS,
  })
  const { columns, ignored } = readColumns(headings)
  const entries = new Map<string, FileEntry>()
  const errors: FileError[] = []
  for (const [index, cells] of rows.entries()) {
    const row = index + 1
    const read = readRow(cells, { columns, delimiter })
    if ('fields' in read) merge(entries, row, read)
    else errors.push(toError(row, read))
    if (row % PART === 0) await setImmediate()
  }
  return { total: rows.length, entries: [...entries.values()], errors, ignoredColumns: ignored }
}

function merge(
  entries: Map<string, FileEntry>,
  row: number,
  { email, fields }: { email: string; fields: CustomerFields },
): void {
  const first = entries.get(email)
  if (first) Object.assign(first, { rows: first.rows + 1, fields: { ...first.fields, ...fields } })
  else entries.set(email, { row, rows: 1, email, fields })
}

function toError(
  row: number,
  { email, problems }: { email: string | null; problems: AppError[] },
): FileError {
  const storable = email === null ? null : email.replaceAll('\0', '\uFFFD').slice(0, MAX_EMAIL).toWellFormed()
  return {
    row,
    email: storable,
    personEmail: email === null ? null : normalizeEmail(email),
    problems: problems.flatMap(({ code, fields = {} }) =>
      Object.entries(fields).flatMap(([field, all]) => all.map((problem) => ({ code, field, problem }))),
    ),
  }
}
