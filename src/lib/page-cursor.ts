import { checkText } from './text/valid-text.ts'

const MAX_LENGTH = 4096

/** A position in an ordered list as an opaque URL-safe string. */
export function encodeCursor(values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/**
 * The values of a cursor made by `encodeCursor`, when they are as many and of the types that `shape` says; else null. A cursor
 * comes from outside: numbers are finite and strings storable, but whether they fit their columns is for the caller to check.
 */
export function decodeCursor(cursor: string, shape: ('string' | 'number')[]): (string | number)[] | null {
  if (cursor.length > MAX_LENGTH || !/^[\w-]+$/.test(cursor)) return null
  const values = parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!Array.isArray(values) || values.length !== shape.length) return null
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
