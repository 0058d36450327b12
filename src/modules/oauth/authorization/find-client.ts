import type { Db } from '../../../db/database.ts'
import type { AppRow } from '../apps/find-app.ts'
import { unknownClient } from '../errors.ts'
import { oauthError } from '../errors.ts'
import { lockRegisteredApp } from '../lock-app-for-share.ts'

/**
 * Returns the registered app of an authorization request.
 * @throws AppError with `invalid_client` for an unknown id, `access_denied` while the app is suspended
 */
export async function findClient(db: Db, clientId: string): Promise<AppRow> {
  const app = await lockRegisteredApp(db, clientId)
  if (!app) throw unknownClient()
  if (app.suspendedAt) throw oauthError('access_denied', 'This app is suspended')
  return app
}
