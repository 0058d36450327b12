import { plainText } from '../lib/text/shown-text.ts'

/** Returns a result whose texts have no characters that deceive a reader, such as those of a terminal. */
export const withPlainTexts = <Value>(value: Value): Value => plain(value) as Value

function plain(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
}
