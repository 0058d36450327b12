import type { Db } from '../../db/database.ts'
import { botIdOf } from '../../lib/text/bot-address.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import { invalidParam, missingParam } from '../../lib/errors.ts'

/** Condition that one person or bot meets, or none. */
type Key = { email: string } | { id: number; bot: true }

/**
 * Returns what identifies the person with an e-mail address, or the bot with the address of one.
 * @throws AppError MISSING_PARAM without an e-mail, INVALID_PARAM for an invalid one
 */
export function userKey(address: string): Key {
  if (!address.trim()) throw missingParam('email')
  const key = readKey(address)
  if (!key) throw invalidParam('email')
  return key
}

/**
 * Returns the id of the organization's person or bot with an address, or null.
 * @throws AppError as `userKey`
 */
export const findUser = (db: Db, organizationId: number, address: string): Promise<number | null> =>
  findIdBy(db, organizationId, userKey(address))

/** Returns the id of the organization's person or bot with an address. Null for an invalid one. */
export async function findUserByEmail(db: Db, organizationId: number, address: string) {
  const key = readKey(address)
  return key ? findIdBy(db, organizationId, key) : null
}

function readKey(address: string): Key | null {
  const id = botIdOf(address)
  if (id !== null) return { id, bot: true }
  const email = normalizeEmail(address)
  return email === null ? null : { email }
}

/** Returns the id of the organization's person or bot with a key, or null. */
export async function findIdBy(db: Db, organizationId: number, key: Key): Promise<number | null> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where((eb) => eb.and(key))
    .executeTakeFirst()
  return user?.id ?? null
}
