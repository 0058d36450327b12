import { verifyPassword } from '../../auth/password.ts'
import type { SignInThrottle } from '../../auth/sign-in-throttle.ts'
import type { Db } from '../../db/database.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import { unauthorized } from '../../lib/errors.ts'
import { networkOf } from '../../lib/http/network-of.ts'

type SignIn = {
  email: string
  password: string
  /** Source IP address of the request. */
  address: string
}

/**
 * Returns the account that matches an e-mail and password. A wrong password and an unknown e-mail are
 * indistinguishable by response and by timing.
 * @throws AppError UNAUTHORIZED; RATE_LIMITED after too many failures
 */
export async function signIn(db: Db, throttle: SignInThrottle, { email, password, address }: SignIn) {
  const normalized = normalizeEmail(email) ?? email.slice(0, MAX_EMAIL).trim().toLowerCase()
  const account = await throttle.attempt({ email: normalized, address }, async () => {
    const found = await db
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', normalized)
      .executeTakeFirst()
    const isRight = await verifyPassword(password, found?.passwordHash ?? null, networkOf(address))
    return isRight && found ? found : null
  })
  if (!account) throw unauthorized('E-mail or password is wrong')
  return account
}

const MAX_EMAIL = 254
