import type { Db } from '../../../db/database.ts'
import type { AppRow } from '../apps/find-app.ts'
import { clientRefused } from '../errors.ts'
import { lockAppForShare } from '../lock-app-for-share.ts'
import type { ClientCredentials } from '../tokens/authenticate-client.ts'
import { IS_PUBLIC, kindOf } from './client-kind.ts'
import { unsealClient } from './dynamic-client.ts'

/**
 * Returns the app that a public client is in an organization. Its client id identifies it, and PKCE and the rotation of
 * refresh tokens protect it (RFC 6749 section 3.2.1). Inside a transaction it locks the app against changes.
 * @throws AppError with `invalid_client`, 401, for an unknown client, one that sends a secret, and a client id of a
 * dynamic registration that is no longer valid, so that the client registers again
 */
export async function authenticatePublicClient(
  db: Db,
  { clientId, clientSecret, encryption }: ClientCredentials,
  organizationId: number,
): Promise<AppRow> {
  if (clientSecret) throw clientRefused('A public client has no secret')
  if (kindOf(clientId) === 'dynamic' && !(await unsealClient({ db, encryption }, clientId)))
    throw clientRefused()
  const app = await lockAppForShare(db, (apps) =>
    apps.where('organizationId', '=', organizationId).where(IS_PUBLIC).where('clientId', '=', clientId),
  )
  if (!app) throw clientRefused()
  return app
}
