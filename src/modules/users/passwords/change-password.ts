import { hashPassword, passwordProblem, verifyPassword } from '../../../auth/password.ts'
import type { SignInThrottle } from '../../../auth/sign-in-throttle.ts'
import type { Db } from '../../../db/database.ts'
import { lockBeforeChange } from '../../../db/sharding/locked-row.ts'
import { databaseNow } from '../../../db/time.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Keyring } from '../../../lib/crypto/encryption.ts'
import { unprocessable, unauthorized } from '../../../lib/errors.ts'
import { networkOf } from '../../../lib/http/network-of.ts'
import { startAccountSession } from '../../sessions/start-account-session.ts'
import type { SessionClient } from '../../sessions/start-session.ts'
import { queuePasswordChanged } from './queue-password-changed.ts'

type PasswordChange = SessionClient & {
  accountId: number
  currentPassword: string
  newPassword: string
  /** Language of the mail about the change. */
  locale: string
}

/**
 * Changes the password of an account, ends its earlier sessions, mails its owner and starts a session. Returns the
 * account's row and the session's with its token.
 * @throws AppError UNPROCESSABLE for a wrong current password, or a new one that is too short or too long;
 * RATE_LIMITED after too many failures
 */
export async function changePassword(
  db: Db,
  { throttle, encryption }: { throttle: SignInThrottle; encryption: Keyring },
  { accountId, currentPassword, newPassword, locale, ...client }: PasswordChange,
) {
  const { address } = client
  const problem = passwordProblem(newPassword)
  if (problem) throw unprocessable('newPassword', problem)
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst()
  if (!account) throw unauthorized('User token is invalid')
  const proof = await throttle.attempt({ email: account.email, address }, async () =>
    (await verifyPassword(currentPassword, account.passwordHash, networkOf(address))) ? account : null,
  )
  if (!proof) throw wrong()
  const passwordHash = await hashPassword(newPassword, networkOf(address))
  return inTransaction(db, async (tx) => {
    await lockBeforeChange(tx, 'accounts', accountId)
    const changed = await tx
      .updateTable('accounts')
      .set({ passwordHash, sessionsValidFrom: databaseNow })
      .where('id', '=', accountId)
      // Only one of two concurrent changes succeeds, because the current password of the other is no longer
      // current.
      .where('passwordHash', '=', account.passwordHash)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw wrong()
    await tx.deleteFrom('sessions').where('accountId', '=', accountId).execute()
    await queuePasswordChanged(tx, encryption, changed, locale)
    return { ...(await startAccountSession(tx, changed, client)), account: changed }
  })
}

const wrong = () => unprocessable('currentPassword', 'is wrong')
