const PLAIN = /^\d+$/
/** Groups of three with one separator: `1.234`, `1,234,567`, `1'234`, `1 234`. */
const GROUPED = /^\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*$/
const MAX_COUNT = 2_147_483_647

/**
 * Returns a whole number of at least 0. Separators are allowed only between groups of three digits. Null for any
 * other text, such as `-4`, `1.5` and `x`, and for one above 2,147,483,647.
 */
export function wholeNumber(value: string | number): number | null {
  const text = String(value).trim()
  if (!PLAIN.test(text) && !GROUPED.test(text)) return null
  const number = Number(text.replaceAll(/\D/g, ''))
  return number <= MAX_COUNT ? number : null
}
