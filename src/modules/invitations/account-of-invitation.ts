import type { Db, Transaction } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import { AppError, subjectError } from '../../lib/errors.ts'
import { nameFromEmail } from '../../lib/text/email.ts'

type Invited = { organizationId: number; email: string }

type Claim = Invited & {
  /** Account of the caller's session, or null with a first password. */
  accountId: number | null
  name: string | null
  passwordHash: string | null
}

/**
 * Returns the locked account that accepts an invitation. The account of a session must have its address. A
 * first password is set on a new account, or on one that has none and acts in no other organization: an admin
 * who has seen the link could use it, and an account is one person's in every organization.
 * @throws AppError UNPROCESSABLE for another address, and for an account that has to sign in first
 */
export async function takeAccount(tx: Transaction, claim: Claim) {
  const { organizationId, email, accountId, name, passwordHash } = claim
  if (accountId !== null) {
    const own = await lockAccount(tx, email)
    if (own?.id !== accountId)
      throw subjectError('UNPROCESSABLE', {
        field: 'token',
        predicate: 'belongs to an invitation for another address',
      })
    return own
  }
  const created = await tx
    .insertInto('accounts')
    .values({ email, name: name ?? nameFromEmail(email), passwordHash, createdAt: databaseNow })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (created) return created
  const existing = await lockAccount(tx, email)
  // Read after the lock, so that it includes what a concurrent acceptance committed.
  if (!existing || (await mustSignIn(tx, { organizationId, email }))) throw signInFirst()
  return tx
    .updateTable('accounts')
    .set({ passwordHash })
    .where('id', '=', existing.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Checks before the expensive hash that an invitation may set a password. `takeAccount` checks it again.
 * @throws AppError UNPROCESSABLE for an account that has to sign in first
 */
export async function assertMayTakePassword(db: Db, invited: Invited): Promise<void> {
  if (await mustSignIn(db, invited)) throw signInFirst()
}

const signInFirst = () =>
  new AppError('UNPROCESSABLE', 'This address has an account: sign in, then accept the invitation')

const lockAccount = (tx: Transaction, email: string) =>
  tx.selectFrom('accounts').selectAll().where('email', '=', email).forNoKeyUpdate().executeTakeFirst()

/** Whether the address has an account with a password, or one that acts in another organization. */
async function mustSignIn(db: Db, { organizationId, email }: Invited): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('accounts.id')
    .where('accounts.email', '=', email)
    .where((where) =>
      where.or([
        where('accounts.passwordHash', 'is not', null),
        where.exists(
          where
            .selectFrom('users')
            .select('users.id')
            .whereRef('users.accountId', '=', 'accounts.id')
            .where('users.organizationId', '<>', organizationId)
            .where('users.acceptedAt', 'is not', null),
        ),
      ]),
    )
    .executeTakeFirst()
  return account !== undefined
}
