/** Groups of three with one separator: `1.234`, `1,234,567`, `1'234`, `1 234`. */
const GROUPED = /^\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*$/
/** Whole numbers of spreadsheets and programs: `+3`, `3.0`, `3,0`, `1E+05`. */
const WRITTEN = /^\+?(?:(\d+)(?:[.,]0{1,2})?|(\d(?:\.\d+)?e\+?\d{1,2}))$/i
const MAX_COUNT = 2_147_483_647

/**
 * Returns a whole number of at least 0. Separators are allowed only between groups of three digits, besides a decimal
 * point before zeros and a power of ten. Null for any other text, such as `-4`, `1.5` and `x`, and for one above
 * 2,147,483,647.
 */
export function wholeNumber(value: string | number): number | null {
  const text = String(value).trim()
  const [, digits, power] = WRITTEN.exec(text) ?? []
  const written = digits ?? power
  if (written === undefined && !GROUPED.test(text)) return null
  const number = Number(written ?? text.replaceAll(/\D/g, ''))
  return number <= MAX_COUNT && Number.isInteger(number) ? number : null
}
