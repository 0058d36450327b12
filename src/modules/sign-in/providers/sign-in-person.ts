import type { Transaction } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { notFound } from '../../../lib/errors.ts'
import type { SessionClient } from '../../sessions/start-session.ts'
import { startPersonSession } from '../start-person-session.ts'
import type { BegunSignIn } from './begun-sign-in.ts'
import { findClient } from './find-client.ts'
import { endBegun, proveIdentity, readBegun } from './finish-sign-in.ts'
import { personOfIdentity } from './person-of-identity.ts'
import type { ProviderServices } from './provider-services.ts'

type Answer = { organizationId: number; token: string; answer: string }

/**
 * Signs in a person of one organization with a provider of it. Returns the row and the token of the session, and the
 * path of the sign-in.
 * @throws AppError as `proveIdentity` and `personOfIdentity`; NOT_FOUND for a provider that was removed
 */
export async function signInPerson(
  services: ProviderServices,
  { organizationId, token, answer }: Answer,
  from: SessionClient,
) {
  const begun = readBegun(services, { token, organizationId })
  const provider = { organizationId, id: begun.providerId ?? 0 }
  const { at, ...client } = await findClient(services.db, services.keys.encryption, provider)
  const identity = await proveIdentity(services, begun, { client, at, answer })
  return inTransaction(services.db, async (tx) => {
    await endBegun(tx, begun)
    await keepProvider(tx, organizationId, begun)
    const userId = await personOfIdentity(tx, organizationId, identity)
    const started = await startPersonSession(tx, organizationId, { userId, locale: begun.locale }, from)
    return { ...started, returnTo: begun.returnTo }
  })
}

/** Locks a provider against its removal and a change of its issuer. @throws AppError NOT_FOUND */
async function keepProvider(
  tx: Transaction,
  organizationId: number,
  { providerId, issuer }: BegunSignIn,
): Promise<void> {
  const provider = await tx
    .selectFrom('signInProviders')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', providerId)
    .where('issuer', '=', issuer)
    .forShare()
    .executeTakeFirst()
  if (!provider) throw notFound('Provider')
}
