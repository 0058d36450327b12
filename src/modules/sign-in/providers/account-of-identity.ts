import type { Transaction } from '../../../db/database.ts'
import { forbidden } from '../../../lib/errors.ts'
import type { OpenIdIdentity } from '../../../auth/openid/openid.ts'
import { verifiedEmail } from './issuer.ts'
import { otherIdentity } from './person-of-identity.ts'

/**
 * Returns the id of the account of an identity of the installation's provider. The first sign-in links the account
 * of its verified address, one of any organization before those of one. From then on the identity counts.
 * @throws AppError UNPROCESSABLE for an address that is not verified, FORBIDDEN for one without an account,
 * CONFLICT for an account that has another identity of the issuer
 */
export async function accountOfIdentity(tx: Transaction, identity: OpenIdIdentity): Promise<number> {
  const known = await linkedAccount(tx, identity)
  if (known !== null) return known
  const email = verifiedEmail(identity)
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .orderBy('actsInId', (order) => order.asc().nullsFirst())
    .executeTakeFirst()
  if (!account) throw forbidden('This address has no account')
  const { issuer, subject } = identity
  const linked = await tx
    .insertInto('accountIdentities')
    .values({ issuer, subject, accountId: account.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('accountId')
    .executeTakeFirst()
  if (linked || (await linkedAccount(tx, identity)) === account.id) return account.id
  throw otherIdentity()
}

async function linkedAccount(tx: Transaction, { issuer, subject }: OpenIdIdentity): Promise<number | null> {
  const found = await tx
    .selectFrom('accountIdentities')
    .select('accountId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.accountId ?? null
}
