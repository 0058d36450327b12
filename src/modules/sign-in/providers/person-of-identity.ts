import type { Transaction } from '../../../db/database.ts'
import { AppError } from '../../../lib/errors.ts'
import type { OpenIdIdentity } from '../../../auth/openid/openid.ts'
import { claimText } from '../../../auth/sso-token.ts'
import { personOfAddress } from '../person-of-address.ts'
import { verifiedEmail } from './issuer.ts'

/**
 * Returns the id of the person of an identity in an organization. The first sign-in links the person of its verified
 * address, who may be new. From then on the identity counts, and not the address.
 * @throws AppError UNPROCESSABLE for an address that is not verified, FORBIDDEN for one that may not sign in, CONFLICT
 * for a person who has another identity of the issuer
 */
export async function personOfIdentity(
  tx: Transaction,
  organizationId: number,
  identity: OpenIdIdentity,
): Promise<number> {
  const known = await linkedPerson(tx, organizationId, identity)
  if (known !== null) return known
  const email = verifiedEmail(identity)
  const userId = await personOfAddress(tx, organizationId, { email, name: claimText(identity.name) })
  const { issuer, subject } = identity
  const linked = await tx
    .insertInto('userIdentities')
    .values({ organizationId, issuer, subject, userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  // Another request may have linked it since.
  if (linked || (await linkedPerson(tx, organizationId, identity)) === userId) return userId
  throw otherIdentity()
}

/** Returns the error for a person, or an account, who has another identity of the issuer. */
export const otherIdentity = () =>
  new AppError('CONFLICT', 'This address signs in as another user of the provider; ask an admin')

async function linkedPerson(
  tx: Transaction,
  organizationId: number,
  { issuer, subject }: OpenIdIdentity,
): Promise<number | null> {
  const found = await tx
    .selectFrom('userIdentities')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.userId ?? null
}
