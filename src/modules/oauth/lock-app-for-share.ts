import type { Db } from '../../db/database.ts'
import type { AppRow } from './apps/find-app.ts'

/**
 * Returns the app with a client id. Inside a transaction it locks the app, so that nothing is granted to an
 * app that is concurrently suspended or changed.
 */
export function lockAppForShare(db: Db, clientId: string): Promise<AppRow | undefined> {
  return db
    .selectFrom('oauthApps')
    .selectAll()
    .where('clientId', '=', clientId)
    .where('deletedAt', 'is', null)
    .$if(db.isTransaction, (query) => query.forShare())
    .executeTakeFirst()
}
