import type { Db } from '../../db/database.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import { invalidParam, missingParam } from '../../lib/errors.ts'

/**
 * Returns the id of the organization's person with an e-mail, or null.
 * @throws AppError MISSING_PARAM without an e-mail, INVALID_PARAM for an invalid one
 */
export async function findUser(db: Db, organizationId: number, address: string): Promise<number | null> {
  if (!address.trim()) throw missingParam('email')
  const email = normalizeEmail(address)
  if (!email) throw invalidParam('email')
  return idOf(db, organizationId, email)
}

/** Returns the id of the organization's person with an e-mail. Null for an invalid one. */
export async function findUserByEmail(db: Db, organizationId: number, address: string) {
  const email = normalizeEmail(address)
  return email ? idOf(db, organizationId, email) : null
}

async function idOf(db: Db, organizationId: number, email: string): Promise<number | null> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .executeTakeFirst()
  return user?.id ?? null
}
