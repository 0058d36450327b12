import type { ReadOptions } from '../../reader.ts'
import { orderOf, type DateOrder } from '../../rules/moments.ts'
import { SourceFault } from '../../source-fault.ts'
import type { CsvTable } from '../../sources/csv.ts'

/** Order of day and month of a file. `unknown` if its dates with slashes fit both. */
export type FoundOrder = DateOrder | 'unknown' | undefined

/**
 * Reads the columns of dates. One date with a part over 12 decides for the whole file. Undefined without such dates.
 * @throws SourceFault if some dates have the day first and others the month
 */
export async function dateOrderOf(table: CsvTable, headings: readonly string[]): Promise<FoundOrder> {
  let found: FoundOrder
  let decided: number | null = null
  if (headings.length === 0) return undefined
  for await (const row of table.rows()) {
    for (const heading of headings) {
      const value = row.word(heading)
      const order = value === undefined || /^\d+\.\d+\./.test(value) ? null : orderOf(value)
      if (order === null) continue
      if (order !== 'unknown' && decided !== null && found !== order)
        throw new SourceFault(
          `Some dates have the day first and others the month, such as those of rows ${decided} and ${row.origin.row}.`,
          { file: table.file, column: heading },
        )
      if (order !== 'unknown') decided ??= row.origin.row
      found = order === 'unknown' ? (found ?? order) : order
    }
  }
  return found
}

/** The decision that is needed before the dates of a file can be read. */
export const orderDecision = (order: FoundOrder, options: ReadOptions) =>
  order === 'unknown' && options.dateOrder === undefined
    ? [{ option: '--date-order', reason: 'Dates with slashes may have the day or the month first.' }]
    : []

/** Rules of dates with the order that the file shows. The option decides only where the file does not. */
export function datesWith(order: FoundOrder, options: ReadOptions): ReadOptions {
  return order === undefined || order === 'unknown' ? options : { ...options, dateOrder: order }
}
