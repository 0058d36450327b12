import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { DB } from '../../../db/generated/tables.ts'
import { databaseNow, databaseNowPlus } from '../../../db/time.ts'
import { hasValidChecksum, newSecret, sha256 } from '../../../lib/crypto/secret.ts'

const PREFIX = 'fopr_'
const TOKEN_BITS = 256
/** Seconds in which a link sets a password. */
const LIFETIME_S = 1_800

/** Returns a new token, and the row of its request. */
export function newPasswordReset(email: string) {
  const token = newSecret(PREFIX, TOKEN_BITS)
  const times = { createdAt: databaseNow, expiresAt: databaseNowPlus(LIFETIME_S) }
  return { token, row: { email, tokenHash: sha256(token), ...times } }
}

/** Returns the address of the page on which a token sets a password. `publicUrl` has no trailing slash. */
export const resetLink = (publicUrl: string, token: string): string => `${publicUrl}/reset/${token}`

/** Returns the condition for the request of a token that still sets a password. */
export const isOpenReset = (token: string) => (where: ExpressionBuilder<DB, 'passwordResets'>) =>
  where.and([where('tokenHash', '=', sha256(token)), where('expiresAt', '>', databaseNow)])

/** Returns the open request of a token. Null for any other token. Changes nothing. */
export async function findPasswordReset(db: Db, token: string) {
  if (!hasValidChecksum(token, PREFIX)) return null
  const open = db.selectFrom('passwordResets').select(['email', 'expiresAt']).where(isOpenReset(token))
  return (await open.executeTakeFirst()) ?? null
}
