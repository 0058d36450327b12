const FORMULA = /^[=+\-@\t\r]/
const GUARDED = /^'[=+\-@\t\r]/

/** Removes one leading apostrophe before a character that starts a formula in a spreadsheet. */
export const withoutFormulaGuard = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell)

/** Adds an apostrophe before a cell that a spreadsheet would run as a formula. */
export const withFormulaGuard = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)
