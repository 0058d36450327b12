import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../../../db/database.ts'
import { sha256 } from '../../../lib/crypto/secret.ts'
import type { AppRow } from '../apps/find-app.ts'
import { clientRefused } from '../errors.ts'
import { lockAppForShare } from '../lock-app-for-share.ts'

export type ClientCredentials = { clientId: string; clientSecret: string }

/** A value that is the hash of no secret. */
const NOBODY = Buffer.alloc(32)

/**
 * Returns the app that a client id and secret authenticate (RFC 6749 section 2.3.1). Inside a transaction it
 * locks the app against changes. An unknown client and a wrong secret are indistinguishable.
 * @throws AppError with `invalid_client`, 401
 */
export async function authenticateClient(
  db: Db,
  { clientId, clientSecret }: ClientCredentials,
): Promise<AppRow> {
  const app = await lockAppForShare(db, clientId)
  const isRight = timingSafeEqual(sha256(clientSecret), app?.secretHash ?? NOBODY)
  if (!app || !isRight) throw clientRefused()
  return app
}

/**
 * Authenticates a client that requests tokens. Rejects a suspended app.
 * @throws AppError with `invalid_client`, 401
 */
export async function authenticateActiveClient(db: Db, client: ClientCredentials): Promise<AppRow> {
  const app = await authenticateClient(db, client)
  if (app.suspendedAt) throw clientRefused('The app is suspended')
  return app
}
