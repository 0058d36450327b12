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

/** Maximum number of accounts of an address that are compared. Each takes the time of a hash. */
const MAX_ACCOUNTS = 20
/** Minimum number of comparisons before a refusal, so that its time hides how many accounts an address has. */
const MIN_COMPARISONS = 2

/**
 * Returns the account that matches an e-mail and password, one of any organization before those of one. A wrong
 * password and an unknown e-mail are indistinguishable by response and by timing.
 * @throws AppError UNAUTHORIZED; RATE_LIMITED after too many failures
 */
export async function signIn(db: Db, throttle: SignInThrottle, attempt: SignIn) {
  const account = await findAccount(db, throttle, attempt)
  if (!account) throw unauthorized('E-mail or password is wrong')
  return account
}

/**
 * Returns the account as `signIn` does, or null.
 * @throws AppError RATE_LIMITED after too many failures
 */
export function findAccount(db: Db, throttle: SignInThrottle, { email, password, address }: SignIn) {
  const normalized = normalizeEmail(email) ?? email.slice(0, MAX_EMAIL).trim().toLowerCase()
  return throttle.attempt({ email: normalized, address }, async () => {
    const accounts = await db
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', normalized)
      .orderBy('actsInId', (order) => order.asc().nullsFirst())
      .limit(MAX_ACCOUNTS)
      .execute()
    const network = networkOf(address)
    for (const account of accounts)
      if (await verifyPassword(password, account.passwordHash, network)) return account
    for (let compared = accounts.length; compared < MIN_COMPARISONS; compared++)
      await verifyPassword(password, null, network)
    return null
  })
}

const MAX_EMAIL = 254
