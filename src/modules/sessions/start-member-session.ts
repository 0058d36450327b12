import type { Transaction } from '../../db/database.ts'
import { forbidden } from '../../lib/errors.ts'
import { startSession, type SessionClient } from './start-session.ts'

const MAX_SLUG = 64

/**
 * Starts a session of an account that acts in one organization only, for a host that the organization controls. It
 * ends with the organization's SSO key, as a session by SSO does. Returns its row and token.
 * @throws AppError FORBIDDEN unless the account is a person of the organization
 */
export async function startMemberSession(
  tx: Transaction,
  { id }: { id: number },
  slug: string,
  client: SessionClient,
) {
  const person = await tx
    .selectFrom('users as u')
    .innerJoin('organizations as o', 'o.id', 'u.organizationId')
    .select(['u.organizationId', 'u.id as userId', 'o.ssoKeyRotatedAt'])
    .where('o.slug', '=', slug.slice(0, MAX_SLUG).toLowerCase())
    .where('u.accountId', '=', id)
    .where('u.acceptedAt', 'is not', null)
    .forNoKeyUpdate('u')
    .executeTakeFirst()
  if (!person) throw forbidden('The account does not belong to this organization')
  return startSession(tx, person, client)
}
