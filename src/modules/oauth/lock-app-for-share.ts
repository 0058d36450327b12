import type { Db } from '../../db/database.ts'
import type { AppRow } from './apps/find-app.ts'

/**
 * The app of a client id. Inside a transaction it stays as it is until the end, so that nothing is granted to an app
 * that is being suspended or changed at the same moment.
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
