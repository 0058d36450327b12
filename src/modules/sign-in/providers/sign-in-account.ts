import type { OwnProvider } from '../../../auth/openid/openid.ts'
import { lockedRow } from '../../../db/sharding/locked-row.ts'
import { readDatabaseTime } from '../../../db/time.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { forbidden, notFound } from '../../../lib/errors.ts'
import { startSession, type SessionClient } from '../../sessions/start-session.ts'
import { accountOfIdentity } from './account-of-identity.ts'
import { endBegun, proveIdentity, readBegun } from './finish-sign-in.ts'
import type { ProviderServices } from './provider-services.ts'

/**
 * Signs in an account with the provider of the installation. Returns the rows of the account and the session, the
 * session's token, and the path of the sign-in.
 * @throws AppError as `proveIdentity` and `accountOfIdentity`; NOT_FOUND without such a provider
 */
export async function signInAccount(
  services: ProviderServices & { ownProvider: OwnProvider | null },
  { token, answer }: { token: string; answer: string },
  from: SessionClient,
) {
  const { db, ownProvider: client } = services
  const begun = readBegun(services, { token, organizationId: null })
  if (!client) throw notFound('Provider')
  const at = (await readDatabaseTime(db)).getTime()
  const identity = await proveIdentity(services, begun, { client, at, answer })
  return inTransaction(db, async (tx) => {
    await endBegun(tx, begun)
    const id = await accountOfIdentity(tx, identity)
    const query = tx.selectFrom('accounts').selectAll().where('id', '=', id)
    const account = await lockedRow(tx, 'accounts', query)
    if (!account) throw forbidden('This address has no account')
    return { account, ...(await startSession(tx, { accountId: id }, from)), returnTo: begun.returnTo }
  })
}
