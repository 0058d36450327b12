import type { Transaction } from '../../db/database.ts'
import { sql } from 'kysely'
import { forbidden } from '../../lib/errors.ts'
import { startSession, type SessionClient } from '../sessions/start-session.ts'
import { provisionUser } from '../users/provision-user.ts'
import { signInProblem } from './sign-in-problem.ts'
import type { ProvenRequest } from './use-code.ts'

/**
 * Starts a session of the person whose address a request has proven, in one organization. A new person is a customer
 * with a name from the address. The session ends with the SSO key, as those of `startMemberSession` do. Returns its row
 * and token.
 * @throws AppError FORBIDDEN for an address that may not sign in any more
 */
export async function startProvenSession(
  tx: Transaction,
  organizationId: number,
  { email, locale }: ProvenRequest,
  client: SessionClient,
) {
  const problem = await signInProblem(tx, organizationId, email)
  if (problem !== null) throw forbidden('This address cannot sign in here')
  const identity = { email, name: null, avatarUrl: null, labels: null, addAsCustomer: true }
  const { id: userId } = await provisionUser(tx, organizationId, identity)
  const { ssoKeyRotatedAt } = await tx
    .selectFrom('organizations')
    .select('ssoKeyRotatedAt')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  // Locks the person. An erasure since then has ended all sessions.
  const person = await tx
    .updateTable('users')
    .set({ locale: sql<string>`coalesce(locale, ${locale})` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', userId)
    .where('anonymizedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!person) throw forbidden('This address cannot sign in here')
  return startSession(tx, { organizationId, userId, ssoKeyRotatedAt }, client)
}
