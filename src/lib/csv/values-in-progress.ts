import type { Parser } from 'csv-parse'

/**
 * Returns the number of values of the row that a parser is reading. The parser has no limit of its own, and a row of
 * five million delimiters would take hundreds of milliseconds at its end.
 */
export const valuesInProgress = (parser: Parser): number =>
  (parser as unknown as { state: { record: readonly unknown[] } }).state.record.length
