import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { MAX_ID, secureRandomBytes } from './ids.ts'

/** Prefix of the access tokens of OAuth, by which a request with one is recognized. */
export const ACCESS_TOKEN_PREFIX = 'foot_'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM_LENGTH = 6
const BITS = 190

/**
 * Creates a secret: `prefix`, at least `bits` random bits in base62, and a checksum that identifies typos and
 * leaked secrets offline.
 */
export function newSecret(prefix: string, bits = BITS): string {
  return secretOf(prefix, secureRandomBytes(Math.ceil(bits / 8)))
}

/**
 * Creates a secret as `newSecret`, with the id of its organization in base62 between prefix and random digits. The id
 * only selects the rows to search. It grants nothing, because the hash of the whole text is compared.
 */
export const newCredential = (prefix: string, organizationId: number, bits = BITS): string =>
  newSecret(prefix + base62(BigInt(organizationId), 1), bits)

/**
 * Returns the organization in a text of `newCredential`, with the same prefix and bits. A text that names
 * none, or an impossible one, has 0, which no organization has.
 */
export function organizationOf(credential: string, prefix: string, bits = BITS): number {
  const digits = credential.slice(prefix.length, -(digitsOf(bits) + CHECKSUM_LENGTH))
  let id = 0
  for (const digit of digits) id = Math.min(id * DIGITS.length + DIGITS.indexOf(digit), MAX_ID + 1)
  return id <= MAX_ID ? Math.max(id, 0) : 0
}

/** Number of digits of a secret of at least `bits` random bits, which are whole octets. */
const digitsOf = (bits: number) => Math.ceil((Math.ceil(bits / 8) * 8) / Math.log2(DIGITS.length))

/** Returns the secret of 256 bits with `prefix` that always follows from another secret, which it does not reveal. */
export const derivedSecret = (prefix: string, secret: string): string =>
  secretOf(prefix, sha256(`${prefix} ${secret}`))

function secretOf(prefix: string, octets: Buffer): string {
  const body = prefix + base62(BigInt(`0x${octets.toString('hex')}`), digitsOf(octets.length * 8))
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

/** Returns the digits of a value, at least `length` of them. */
function base62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length || rest > 0n; rest /= 62n)
    digits = DIGITS.charAt(Number(rest % 62n)) + digits
  return digits
}
