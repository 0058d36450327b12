import { checkText } from './valid-text.ts'

const MAX_LENGTH = 4096

/**
 * Encodes a position in a list as an opaque URL-safe string. `order` names the order of the list, so that the cursor is
 * valid for it alone.
 */
export const encodeCursor = (values: (string | number)[], order: string): string =>
  Buffer.from(JSON.stringify([...values, [order]])).toString('base64url')

/**
 * Decodes a cursor of `encodeCursor`. Null if its values do not have the number and types in `shape`, or if it names
 * another order than `order` or none. A cursor is client input. Numbers are finite and strings can be stored, but the
 * caller must check their ranges.
 */
export function decodeCursor(
  cursor: string,
  shape: ('string' | 'number')[],
  order: string,
): (string | number)[] | null {
  if (cursor.length > MAX_LENGTH || !/^[\w-]+$/.test(cursor)) return null
  const values = parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!Array.isArray(values)) return null
  const name: unknown = values.pop()
  if (!Array.isArray(name) || String(name) !== order) return null
  if (values.length !== shape.length) return null
  return values.every((value, index) => typeof value === shape[index] && isSafe(value))
    ? (values as (string | number)[])
    : null
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function isSafe(value: unknown): boolean {
  return typeof value === 'string' ? checkText(value) === 'ok' : Number.isFinite(value)
}
