import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../../../db/database.ts'
import type { Keyring } from '../../../lib/crypto/encryption.ts'
import { sha256 } from '../../../lib/crypto/secret.ts'
import type { AppRow } from '../apps/find-app.ts'
import { clientRefused } from '../errors.ts'
import { lockRegisteredApp } from '../lock-app-for-share.ts'
import { authenticatePublicClient } from '../public-clients/authenticate-public-client.ts'
import { kindOf } from '../public-clients/client-kind.ts'

/** Credentials of a client, with the server's keys. A public client has no secret. */
export type ClientCredentials = {
  clientId: string
  clientSecret?: string | null | undefined
  encryption: Keyring
}

/** A value that is the hash of no secret. */
const NOBODY = Buffer.alloc(32)

/**
 * Returns the app that a client id and secret authenticate (RFC 6749 section 2.3.1). Inside a transaction it
 * locks the app against changes. An unknown client and a wrong secret are indistinguishable. A public client is an app
 * of the organization that its code or token names.
 * @throws AppError with `invalid_client`, 401
 */
export async function authenticateClient(
  db: Db,
  client: ClientCredentials,
  organizationId: number,
): Promise<AppRow> {
  const { clientId, clientSecret } = client
  if (kindOf(clientId) !== 'registered') return authenticatePublicClient(db, client, organizationId)
  const app = await lockRegisteredApp(db, clientId)
  const isRight = timingSafeEqual(sha256(clientSecret ?? ''), app?.secretHash ?? NOBODY)
  if (!app || !isRight) throw clientRefused()
  return app
}

/**
 * Authenticates a client that requests tokens. Rejects a suspended app.
 * @throws AppError with `invalid_client`, 401
 */
export async function authenticateActiveClient(
  db: Db,
  client: ClientCredentials,
  organizationId: number,
): Promise<AppRow> {
  const app = await authenticateClient(db, client, organizationId)
  if (app.suspendedAt) throw clientRefused('The app is suspended')
  return app
}
