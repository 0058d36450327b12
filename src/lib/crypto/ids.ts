import { randomBytes } from 'node:crypto'

/** Greatest id of a row. */
export const MAX_ID = 2_147_483_647

let source: ((size: number) => Buffer) | null = null

/** Returns `size` cryptographically secure random bytes. */
export function secureRandomBytes(size: number): Buffer {
  return source ? source(size) : randomBytes(size)
}

/** Returns an unguessable URL-safe string of `size` random bytes (base64url, no padding). */
export function randomToken(size: number): string {
  return secureRandomBytes(size).toString('base64url')
}

/** Replaces this process's source of random bytes. Null restores the system's. For tests. */
export function setRandom(fn: ((size: number) => Buffer) | null): void {
  source = fn
}

/**
 * Parses an id from a client: an integer from 1 to 2147483647, as a number or in decimal digits. Null for any
 * other value.
 */
export function parseId(value: string | number | null | undefined): number | null {
  if (typeof value === 'string' && !/^[1-9]\d{0,9}$/.test(value)) return null
  const id = Number(value ?? Number.NaN)
  return Number.isInteger(id) && id >= 1 && id <= MAX_ID ? id : null
}
