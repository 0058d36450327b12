/** Returns the Boolean of `true`, `false`, 1 and 0, also as a text in any case. Undefined for other values. */
export function readBoolean(value: unknown): boolean | undefined {
  const text = typeof value === 'string' ? value.toLowerCase() : value
  if (text === true || text === 1 || text === '1' || text === 'true') return true
  if (text === false || text === 0 || text === '0' || text === 'false') return false
  return undefined
}
