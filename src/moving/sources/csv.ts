import { Readable } from 'node:stream'
import { CsvError, parse, type Parser } from 'csv-parse'
import { delimiterOf } from '../../lib/text/csv/delimiter-of.ts'
import type { DateRules } from '../rules/moments.ts'
import { acceptAnyLength, valuesInProgress } from '../../lib/text/csv/values-in-progress.ts'
import { withoutFormulaGuard } from '../../lib/text/formula-guard.ts'
import { SourceFault } from '../source-fault.ts'
import { distinct, keysOf } from './csv-columns.ts'
import { decoded, encodingOf, type Encoding } from './encoding.ts'
import { Row } from './row.ts'
import { usageOf, type TableUsage } from './table-usage.ts'
import type { SourceFiles } from './source-files.ts'

/** How a CSV file is read. `guarded` removes the formula guard of each cell. */
export type CsvOptions = DateRules & { encoding?: Encoding | undefined; guarded?: boolean | undefined }

/**
 * A CSV file: its headings and its rows. A heading that an earlier column has is followed by its number, such as
 * `Labels (2)`. Each iteration reads the file again.
 */
export type CsvTable = {
  file: string
  headings: string[]
  delimiter: string
  rows: () => AsyncGenerator<Row>
}

const MAX_RECORD_BYTES = 4 * 1024 ** 2
const MAX_COLUMNS = 2_000
/** Number of values of a row, above which the file is refused and not only the row. */
const MAX_VALUES = 100_000
const HEAD_CHARACTERS = 64 * 1024
/** Bytes that are parsed without a pause. A row of two bytes can take 20 µs. */
const PART_BYTES = 16 * 1024

/**
 * Opens a CSV file (RFC 4180), whose first row contains the headings. The delimiter is a comma, a semicolon or a tab,
 * or the one that a line such as `sep=;` before the headings names. Line ends are LF, CRLF or CR. Rows without any
 * value are left out. Values of secret columns are blank. The column `error` of a repaired file is left out.
 * @throws SourceFault for an empty file, a mixed encoding, a quote that is misplaced or not closed, and a record
 * over 4 MiB or of more than 100,000 values
 */
export async function openCsv(files: SourceFiles, file: string, options: CsvOptions): Promise<CsvTable> {
  const { encoding, doubt } = options.encoding
    ? { encoding: options.encoding, doubt: null }
    : await encodingOf(files, file)
  const text = async () =>
    decoded(await files.open(file), encoding, {
      file,
      strict: options.encoding === undefined,
      partBytes: PART_BYTES,
    })
  const delimiter = delimiterIn(await headOf(await text()))
  let headings: string[] | null = null
  const first = recordsOf(await text(), delimiter, file)
  for await (const { cells } of first) {
    headings = cells.map((heading) => storable(heading.trim()))
    break
  }
  if (!headings) throw new SourceFault('The file is empty.', { file })
  if (headings.length > MAX_COLUMNS)
    throw new SourceFault(`The file has more than ${MAX_COLUMNS} columns.`, { file })
  const names = distinct(headings)
  const keys = keysOf(headings, names)
  const read = { file, headings, keys, delimiter, text, options }
  const usage = usageOf(files, file, { headings: names, keys, doubt })
  return { file, headings: names, delimiter, rows: () => rowsOf(read, usage) }
}

type Reading = Omit<CsvTable, 'rows'> & {
  /** Key of each column. */
  keys: (string | null)[]
  text: () => Promise<AsyncGenerator<string>>
  options: CsvOptions
}

async function* rowsOf(
  { file, headings, keys, delimiter, text, options }: Reading,
  usage: TableUsage,
): AsyncGenerator<Row> {
  const filled = (usage.filled = keys.map(() => 0))
  let isFirst = true
  for await (const { cells, row } of recordsOf(await text(), delimiter, file)) {
    if (isFirst) {
      isFirst = false
      continue
    }
    const values = Object.create(null) as Record<string, string>
    for (const [index, key] of keys.entries()) {
      const cell = cells[index]
      if (key === null || cell === undefined) continue
      values[key] = options.guarded ? withoutFormulaGuard(cell) : cell
      if (cell.trim() !== '') filled[index] = (filled[index] ?? 0) + 1
    }
    const original = {
      headings,
      cells: cells.map((cell, index) => (keys[index] === null ? '' : storable(cell))),
    }
    const item = new Row({ file, row }, values, options, { original, used: usage.used })
    if (cells.length !== headings.length)
      item.refuse(
        'row',
        `${cells.length} values`,
        `must contain ${headings.length} values, one for each heading`,
      )
    yield item
  }
}

/** A heading or cell of the file of errors. The database refuses NUL in a text. */
const storable = (text: string) => text.replaceAll('\0', '\ufffd')

async function headOf(text: AsyncIterable<string>): Promise<string> {
  let head = ''
  for await (const part of text) {
    head += part
    if (head.length > HEAD_CHARACTERS) break
  }
  return head
}

/** The line before the headings by which spreadsheets name the delimiter: `sep=;`. */
const SEPARATOR = /^"?sep=([,;\t|])"?(?=[\r\n])/i

const delimiterIn = (head: string): string => SEPARATOR.exec(head)?.[1] ?? delimiterOf(head)

/** A row with a value, and its number as spreadsheets count: from 1 with the headings and empty rows. */
type CsvRecord = { cells: string[]; row: number }

async function* recordsOf(
  text: AsyncGenerator<string>,
  delimiter: string,
  file: string,
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    // Programs that separate by tabs write quotes as they are.
    relax_quotes: delimiter === '\t',
    max_record_size: MAX_RECORD_BYTES,
    info: true,
  })
  acceptAnyLength(parser)
  const bounded = async function* () {
    for await (const part of text) {
      yield part
      if (valuesInProgress(parser) > MAX_VALUES)
        throw new SourceFault(`A row has more than ${MAX_VALUES} values.`, { file, row: nextRow(parser) })
    }
  }
  const input = Readable.from(bounded())
  input.on('error', (error) => parser.destroy(error))
  input.pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Counts }>)
      if (record.some((cell) => cell.trim() !== '') && !(info.records === 1 && isSeparator(record)))
        yield { cells: record, row: info.records + info.empty_lines }
  } catch (error) {
    throw error instanceof CsvError ? faultOf(error, parser, file) : error
  } finally {
    input.destroy()
    parser.destroy()
  }
}

const isSeparator = ([first = '', ...rest]: string[]) => /^sep=.?$/i.test(first) && rest.join('') === ''

/** Number of the row that a parser is reading. */
const nextRow = ({ info }: Parser) => info.records + info.empty_lines + 1

/** Numbers of rows so far. */
type Counts = { records: number; empty_lines: number }

function faultOf(error: CsvError, parser: Parser, file: string): SourceFault {
  const column =
    typeof error['column'] === 'number' ? error['column'] + 1 : (parser.info as { columns?: number }).columns
  const position = { file, row: nextRow(parser), column }
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new SourceFault('A row has more than 4 MiB. An earlier quote may be unclosed.', position)
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new SourceFault('A quote is not closed.', position)
  return new SourceFault('A quote is misplaced.', position)
}
