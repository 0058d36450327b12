import { randomBytes } from 'node:crypto'

const MAX_ID = 2_147_483_647

let source: ((size: number) => Buffer) | null = null

/** Returns `size` cryptographically secure random bytes. */
export function secureRandomBytes(size: number): Buffer {
  return source ? source(size) : randomBytes(size)
}

/** Returns an unguessable URL-safe string of `size` random bytes (base64url, no padding). */
export function randomToken(size: number): string {
  return secureRandomBytes(size).toString('base64url')
}

/** Returns a random UUID (RFC 9562, version 4). */
export function uuid(): string {
  const octets = secureRandomBytes(16)
  octets[6] = (octets.readUInt8(6) & 0x0f) | 0x40
  octets[8] = (octets.readUInt8(8) & 0x3f) | 0x80
  const hex = octets.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
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
