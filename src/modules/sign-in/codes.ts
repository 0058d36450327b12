import { createHmac } from 'node:crypto'
import { secureRandomBytes } from '../../lib/crypto/ids.ts'

/** A request to sign in, and a code that may be its code. */
type Guess = { organizationId: number; id: number; code: string }

const DIGITS = 6
/** Random octets of a code. With 48 bits no code is noticeably more probable than another. */
const OCTETS = 6

/** Returns a random code of six digits. */
export const newCode = (): string =>
  String(secureRandomBytes(OCTETS).readUIntBE(0, OCTETS) % 10 ** DIGITS).padStart(DIGITS, '0')

/** Returns the digits of a code as a person types it, such as `483 920`. */
export const digitsOf = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s.\-]/g, '')

/** Returns the hash under which a code is stored. It is worth nothing for another request. */
export const hashOfCode = (key: Buffer, { organizationId, id, code }: Guess): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([organizationId, id, code]))
    .digest()
