import type { Keys } from '../../auth/keys.ts'
import type { Transaction } from '../../db/database.ts'
import { endSuppressions } from '../mail/suppressions/end-suppressions.ts'
import type { SessionClient } from '../sessions/start-session.ts'
import { personOfAddress } from './person-of-address.ts'
import { startPersonSession } from './start-person-session.ts'
import type { ProvenRequest } from './use-code.ts'

/**
 * Starts a session of the person whose address a request has proven, in one organization. A new person is a customer
 * with a name from the address. The mailbox works, so that it receives all mail again unless the person has
 * complained. Returns its row and token.
 * @throws AppError FORBIDDEN for an address that may not sign in any more
 */
export async function startProvenSession(
  tx: Transaction,
  keys: Pick<Keys, 'suppressions' | 'encryption'>,
  organizationId: number,
  { email, locale }: ProvenRequest,
  client: SessionClient,
) {
  const userId = await personOfAddress(tx, organizationId, { email, name: null })
  await endSuppressions(tx, keys, organizationId, { email, reasons: ['bounce'] })
  return startPersonSession(tx, organizationId, { userId, locale }, client)
}
