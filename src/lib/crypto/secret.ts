import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { secureRandomBytes } from './ids.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM_LENGTH = 6

/**
 * Creates a secret: `prefix`, at least `bits` random bits in base62, and a checksum that identifies typos and
 * leaked secrets offline.
 */
export function newSecret(prefix: string, bits = 190): string {
  const octets = secureRandomBytes(Math.ceil(bits / 8))
  const length = Math.ceil((octets.length * 8) / Math.log2(DIGITS.length))
  const body = prefix + base62(BigInt(`0x${octets.toString('hex')}`), length)
  return body + checksum(body)
}

/** Whether a text has the form and checksum of a secret with this prefix. The secret may still be unknown. */
export function hasValidChecksum(secret: string, prefix: string): boolean {
  const body = secret.slice(0, -CHECKSUM_LENGTH)
  const random = body.slice(prefix.length)
  return (
    body.startsWith(prefix) &&
    /^[0-9A-Za-z]{1,128}$/.test(random) &&
    secret.slice(body.length) === checksum(body)
  )
}

/**
 * Returns the hash under which a random secret is stored and found. Too fast for passwords, which can be
 * guessed.
 */
export function sha256(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest()
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH)
}

function base62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest /= 62n)
    digits = DIGITS.charAt(Number(rest % 62n)) + digits
  return digits
}
