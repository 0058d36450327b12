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
  const organization = await tx
    .selectFrom('organizations')
    .select(['id', 'ssoKeyRotatedAt'])
    .where('slug', '=', slug.slice(0, MAX_SLUG).toLowerCase())
    .executeTakeFirst()
  // A statement of its own, because Citus locks rows of one organization only.
  const person = await tx
    .selectFrom('users')
    .select(['organizationId', 'id as userId'])
    .where('organizationId', '=', organization?.id ?? 0)
    .where('accountId', '=', id)
    .where('acceptedAt', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!organization || !person) throw forbidden('The account does not belong to this organization')
  return startSession(tx, { ...person, ssoKeyRotatedAt: organization.ssoKeyRotatedAt }, client)
}
