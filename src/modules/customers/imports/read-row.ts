import { AppError, invalidParam, unprocessable } from '../../../lib/errors.ts'
import { splitList } from '../../../lib/text/list-text.ts'
import { withoutFormulaGuard } from '../../../lib/text/formula-guard.ts'
import { readBoolean } from '../../../lib/text/read-boolean.ts'
import type { CustomerFields } from '../customer-fields.ts'
import { readEntry, type Entry, type ImportEntry } from '../read-entry.ts'
import type { Column } from './read-columns.ts'

/** A file's columns, and its delimiter. */
type RowLayout = { columns: readonly Column[]; delimiter: string }

/** Failure of a row: its e-mail as sent, and the error of each invalid field. */
type RowFailure = { email: string | null; problems: AppError[] }

/** Maximum number of characters of all values of a row together. */
const MAX_ROW = 100_000

/**
 * Reads one row of an imported file. Every cell is optional but the e-mail. An empty cell leaves its field
 * unchanged. Reads each field separately, so that all problems are reported at once.
 */
export function readRow(cells: readonly string[], layout: RowLayout): Entry | RowFailure {
  const whole = wholeProblem(cells, layout.columns.length)
  if (whole) return { email: emailOf(cells, layout.columns), problems: [whole] }
  const entry: ImportEntry = {}
  const custom: [string, string][] = []
  const own: AppError[] = []
  for (const [index, column] of layout.columns.entries()) {
    const value = withoutFormulaGuard(cells[index] ?? '')
    if (!column || value === '') continue
    if ('custom' in column) custom.push([column.custom, value])
    else attempt(own, () => Object.assign(entry, { [column.field]: read(column.field, value, layout) }))
  }
  if (custom.length > 0) entry.customFields = { ...entry.customFields, ...Object.fromEntries(custom) }
  const result = readEntry(entry, 0)
  const problems = [...own, ...('problems' in result ? result.problems : [])]
  if ('fields' in result && problems.length === 0) return result
  return { email: emailOf(cells, layout.columns), problems }
}

function wholeProblem(cells: readonly string[], expected: number): AppError | null {
  if (cells.length !== expected)
    return unprocessable('row', `must contain ${expected} values, as the headings, not ${cells.length}`)
  return cells.reduce((sum, cell) => sum + cell.length, 0) > MAX_ROW
    ? unprocessable('row', `is too long (maximum is ${MAX_ROW} characters)`)
    : null
}

/** Returns the e-mail of a row as sent. */
function emailOf(cells: readonly string[], columns: readonly Column[]): string | null {
  const index = columns.findIndex((column) => column && 'field' in column && column.field === 'email')
  return cells[index] || null
}

function attempt(problems: AppError[], work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    problems.push(error)
  }
}

/** Converts a value to the type of its field. Everything else is checked by `readEntry`. */
function read(field: 'email' | keyof CustomerFields, value: string, { delimiter }: RowLayout): unknown {
  if (field === 'starred' || field === 'blocked') return toBoolean(field, value)
  if (field === 'labels') return splitList(value, delimiter === ';' ? ',' : ',;')
  return field === 'customFields' ? toObject(value) : value
}

function toBoolean(field: string, value: string): boolean {
  const word = value.toLowerCase()
  const flag = word === 'yes' ? true : word === 'no' ? false : readBoolean(word)
  if (flag === undefined) throw invalidParam(field, 'must be true or false')
  return flag
}

function toObject(value: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(value)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {
    // No JSON.
  }
  throw invalidParam('customFields', 'must be a JSON object')
}
