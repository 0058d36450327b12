import { hashPassword, passwordProblem, verifyPassword } from '../../auth/password.ts'
import type { SignInThrottle } from '../../auth/sign-in-throttle.ts'
import type { Db } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import { unprocessable, unauthorized } from '../../lib/errors.ts'
import { networkOf } from '../../lib/http/network-of.ts'

type PasswordChange = {
  accountId: number
  currentPassword: string
  newPassword: string
  /** Source IP address of the request. */
  address: string
}

/**
 * Changes the password of an account and ends its earlier sessions. Returns its row.
 * @throws AppError UNPROCESSABLE for a wrong current password, or a new one that is too short or too long;
 * RATE_LIMITED after too many failures
 */
export async function changePassword(
  db: Db,
  throttle: SignInThrottle,
  { accountId, currentPassword, newPassword, address }: PasswordChange,
) {
  const problem = passwordProblem(newPassword)
  if (problem) throw unprocessable('newPassword', problem)
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst()
  if (!account) throw unauthorized('User token is invalid')
  const proof = await throttle.attempt({ email: account.email, address }, async () =>
    (await verifyPassword(currentPassword, account.passwordHash, networkOf(address))) ? account : null,
  )
  if (!proof) throw wrong()
  const changed = await db
    .updateTable('accounts')
    .set({
      passwordHash: await hashPassword(newPassword, networkOf(address)),
      sessionsValidFrom: databaseNow,
    })
    .where('id', '=', accountId)
    // Only one of two concurrent changes succeeds, because the current password of the other is no longer
    // current.
    .where('passwordHash', '=', account.passwordHash)
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw wrong()
  return changed
}

const wrong = () => unprocessable('currentPassword', 'is wrong')
