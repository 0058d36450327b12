/** A value of an own field as text. */
export const shownValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** A text as a value: the former value if it shows the same, else a number or a truth value, else the text. */
export function valueOf(text: string, before: unknown): unknown {
  if (before !== undefined && shownValue(before) === text) return before
  if (typeof before === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
