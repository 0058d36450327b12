import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../../../db/database.ts'
import { sha256 } from '../../../lib/secret.ts'
import type { AppRow } from '../apps/find-app.ts'
import { clientRefused } from '../errors.ts'
import { lockAppForShare } from '../lock-app-for-share.ts'

export type ClientCredentials = { id: string; secret: string }

/** What no secret hashes to. */
const NOBODY = Buffer.alloc(32)

/**
 * The app that a client id and its secret prove (RFC 6749 chapter 2.3.1); inside a transaction it is held as it is. An
 * unknown client and a wrong secret cannot be told apart.
 * @throws AppError with `invalid_client`, 401
 */
export async function authenticateClient(db: Db, { id, secret }: ClientCredentials): Promise<AppRow> {
  const app = await lockAppForShare(db, id)
  const isRight = timingSafeEqual(sha256(secret), app?.secretHash ?? NOBODY)
  if (!app || !isRight) throw clientRefused()
  return app
}

/**
 * The same for a client that wants tokens, which a suspended app gets none of.
 * @throws AppError with `invalid_client`, 401
 */
export async function authenticateActiveClient(db: Db, client: ClientCredentials): Promise<AppRow> {
  const app = await authenticateClient(db, client)
  if (app.suspendedAt) throw clientRefused('The app is suspended')
  return app
}
