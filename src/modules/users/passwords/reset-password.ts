import { hashPassword, passwordProblem } from '../../../auth/password.ts'
import type { Db, Transaction } from '../../../db/database.ts'
import { lockedRow } from '../../../db/sharding/locked-row.ts'
import { databaseNow } from '../../../db/time.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Keyring } from '../../../lib/crypto/encryption.ts'
import { unprocessable } from '../../../lib/errors.ts'
import { networkOf } from '../../../lib/http/network-of.ts'
import { startAccountSession } from '../../sessions/start-account-session.ts'
import type { SessionClient } from '../../sessions/start-session.ts'
import { queuePasswordChanged } from './queue-password-changed.ts'
import { findPasswordReset, isOpenReset } from './password-resets.ts'

type PasswordReset = SessionClient & {
  token: string
  newPassword: string
  /** Language of the mail about the change. */
  locale: string
}

/**
 * Sets the password of all accounts of the address to which a link was sent, once for each link, because the mailbox
 * proves all of them. Ends their sessions and the other links of the address, and starts a session: of the account that
 * acts everywhere, before one of a single organization. Returns that account's row and the session's with its token.
 * Null unless the link is open and an account still has the address.
 * @throws AppError UNPROCESSABLE for a password that is too short or too long
 */
export async function resetPassword(
  db: Db,
  encryption: Keyring,
  { token, newPassword, locale, ...client }: PasswordReset,
) {
  const problem = passwordProblem(newPassword)
  if (problem) throw unprocessable('newPassword', problem)
  if (!(await findPasswordReset(db, token))) return null
  const passwordHash = await hashPassword(newPassword, networkOf(client.address))
  return inTransaction(db, async (tx) => {
    const email = await consume(tx, token)
    if (email === null) return null
    const account = await setPasswords(tx, email, passwordHash)
    if (!account) return null
    await queuePasswordChanged(tx, encryption, account, locale)
    return { ...(await startAccountSession(tx, account, client)), account }
  })
}

/** Deletes an open request and the others of its address. One of several concurrent callers receives the address. */
async function consume(tx: Transaction, token: string): Promise<string | null> {
  const used = await tx
    .deleteFrom('passwordResets')
    .where(isOpenReset(token))
    .returning('email')
    .executeTakeFirst()
  if (!used) return null
  await tx.deleteFrom('passwordResets').where('email', '=', used.email).execute()
  return used.email
}

/** Sets the password of the accounts of an address and ends their sessions. Returns the account that signs in. */
async function setPasswords(tx: Transaction, email: string, passwordHash: string) {
  const accounts = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .orderBy('actsInId', (order) => order.asc().nullsFirst())
    .execute()
  const ids = accounts.map(({ id }) => id)
  if (ids.length === 0) return null
  for (const id of ids.toSorted((one, other) => one - other))
    await lockedRow(tx, 'accounts', tx.selectFrom('accounts').select('id').where('id', '=', id))
  const changed = await tx
    .updateTable('accounts')
    .set({ passwordHash, sessionsValidFrom: databaseNow })
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  await tx.deleteFrom('sessions').where('accountId', 'in', ids).execute()
  return changed.find(({ id }) => id === ids[0])
}
