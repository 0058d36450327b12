/** Characters that start a formula in a spreadsheet, with their wide forms, which East Asian editions read alike. */
const STARTS = String.raw`[=+\-@\t\r＝＋－＠]`
const FORMULA = new RegExp(`^${STARTS}`)
const GUARDED = new RegExp(`^'${STARTS}`)

/** Removes one leading apostrophe before a character that starts a formula in a spreadsheet. */
export const withoutFormulaGuard = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell)

/** Adds an apostrophe before a cell that a spreadsheet would run as a formula. */
export const withFormulaGuard = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)
