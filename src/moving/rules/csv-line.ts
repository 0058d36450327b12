import papaparse from 'papaparse'
import { withFormulaGuard } from '../../lib/text/formula-guard.ts'

/** Returns a line of a CSV file (RFC 4180) whose cells no spreadsheet runs as formulas. */
export const csvLine = (cells: readonly string[]): string =>
  `${papaparse.unparse([cells.map(withFormulaGuard)])}\r\n`
