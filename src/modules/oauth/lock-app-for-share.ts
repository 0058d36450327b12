import type { Db, Transaction } from '../../db/database.ts'
import { lockedRow } from '../../db/sharding/locked-row.ts'
import type { AppRow } from './apps/find-app.ts'

/**
 * Returns the app with a client id. Inside a transaction it locks the app, so that nothing is granted to an
 * app that is concurrently suspended or changed.
 */
export function lockAppForShare(db: Db, clientId: string): Promise<AppRow | undefined> {
  const query = db
    .selectFrom('oauthApps')
    .selectAll()
    .where('clientId', '=', clientId)
    .where('deletedAt', 'is', null)
  return db.isTransaction
    ? lockedRow(db as Transaction, 'oauth_apps', query, { mode: 'share' })
    : query.executeTakeFirst()
}
