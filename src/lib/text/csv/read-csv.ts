import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { invalidParam, missingParam, unprocessable, type AppError } from '../../errors.ts'
import { delimiterOf } from './delimiter-of.ts'
import { valuesInProgress } from './values-in-progress.ts'

/** A CSV file: its headings, its rows without empty ones, and its delimiter. */
type CsvFile = { headings: string[]; rows: string[][]; delimiter: string }

/** Limits of a file: rows below the headings, and columns. */
type CsvLimits = { maxRows: number; maxColumns: number }

/** Number of values of a row, above which the file is refused and not only the row. */
const MAX_VALUES = 100_000
const [LF, CR] = [0x0a, 0x0d]
/** Characters that are parsed without a pause. A row of two can take 20 µs. */
const CHUNK = 8 * 1024

/**
 * Reads a CSV text (RFC 4180) whose first row contains the headings. The delimiter is a comma, a semicolon or a
 * tab. Line ends are LF, CRLF or CR. White space around a value is removed, and empty rows are left out. A row
 * may have any number of values. Pauses between parts of the text, so that other requests proceed.
 * @throws AppError for `field`: MISSING_PARAM without any row, INVALID_PARAM for invalid Unicode, UNPROCESSABLE
 * for a quote that is misplaced or not closed, with its line, and above the limits or 100,000 values in a row, as soon
 * as they are exceeded.
 * Empty rows have a limit too if their number of values is not that of the headings, because they take long to parse
 */
export async function readCsv(field: string, text: string, limits: CsvLimits): Promise<CsvFile> {
  if (!text.isWellFormed()) throw invalidParam(field, 'is not valid Unicode')
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  const delimiter = delimiterOf(plain)
  const records: string[][] = []
  let lines = 0
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    // White space includes tabs, which are the delimiters of such a file.
    trim: delimiter !== '\t',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    info: true,
  })
  const collect = async (parsed: AsyncIterable<{ record: string[]; info: { lines: number } }>) => {
    for await (const { record, info } of parsed) {
      lines = info.lines
      if (record.length > limits.maxColumns && records.length === 0)
        throw unprocessable(field, `must contain at most ${limits.maxColumns} columns`)
      if (records.length > limits.maxRows)
        throw unprocessable(field, `must contain at most ${limits.maxRows} rows`)
      records.push(record)
    }
  }
  const assertFew = () => {
    if (valuesInProgress(parser) > MAX_VALUES)
      throw unprocessable(field, `must contain at most ${limits.maxColumns} columns`)
    if (parser.info.invalid_field_length > limits.maxRows)
      throw unprocessable(field, `must contain at most ${limits.maxRows} rows`)
  }
  await pipeline(partsOf(plain, assertFew), parser, collect).catch((error: unknown) => {
    throw error instanceof CsvError ? quoteProblem(field, error, lines) : error
  })
  const [headings, ...rows] = records
  if (!headings) throw missingParam(field)
  return { headings, rows, delimiter }
}

/** Calls `check` before each part. */
async function* partsOf(text: string, check: () => void): AsyncGenerator<Buffer> {
  for (let start = 0; start < text.length;) {
    check()
    const end = endOfPart(text, start)
    yield withLineFeeds(Buffer.from(text.slice(start, end)))
    start = end
    await setImmediate()
  }
}

/** Returns the end of the part that begins at `start`. No part ends inside a character or a CRLF. */
function endOfPart(text: string, start: number): number {
  const last = text.charCodeAt(start + CHUNK - 1)
  return start + CHUNK + Number(last === CR || (last >= 0xd800 && last < 0xdc00))
}

/** Replaces CRLF and CR by LF in the given bytes, which takes a tenth of the time that a text takes. */
function withLineFeeds(bytes: Buffer): Buffer {
  if (!bytes.includes(CR)) return bytes
  let end = 0
  for (let index = 0; index < bytes.length; index++) {
    const isReturn = bytes[index] === CR
    bytes[end++] = isReturn ? LF : Number(bytes[index])
    if (isReturn && bytes[index + 1] === LF) index++
  }
  return bytes.subarray(0, end)
}

/** Converts an error of the parser. `lines` is the number of lines before the row. */
function quoteProblem(field: string, error: CsvError, lines: number): AppError {
  return error.code === 'CSV_QUOTE_NOT_CLOSED'
    ? unprocessable(field, `contains a quote that is not closed, in the row that starts in line ${lines + 1}`)
    : unprocessable(field, `contains a misplaced quote in line ${error.lines as number}`)
}
