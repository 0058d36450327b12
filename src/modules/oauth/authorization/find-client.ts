import type { Db } from '../../../db/database.ts'
import { type AppRow, unknownClient } from '../apps/find-app.ts'
import { oauthError } from '../errors.ts'
import { lockAppForShare } from '../lock-app-for-share.ts'

/**
 * The app that asks to be installed.
 * @throws AppError with `invalid_client` when no app has the id, `access_denied` while it is suspended
 */
export async function findClient(db: Db, clientId: string): Promise<AppRow> {
  const app = await lockAppForShare(db, clientId)
  if (!app) throw unknownClient()
  if (app.suspendedAt) throw oauthError('access_denied', 'This app is suspended')
  return app
}
