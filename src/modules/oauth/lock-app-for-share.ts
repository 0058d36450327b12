import type { SelectQueryBuilder } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import type { DB } from '../../db/generated/tables.ts'
import { lockedRow } from '../../db/sharding/locked-row.ts'
import { IS_REGISTERED } from './public-clients/client-kind.ts'
import type { AppRow } from './apps/find-app.ts'

type Apps = SelectQueryBuilder<DB, 'oauthApps', AppRow>

/**
 * Returns the app that a condition selects. Inside a transaction it locks the app, so that nothing is granted to an
 * app that is concurrently suspended or changed.
 */
export function lockAppForShare(db: Db, which: (apps: Apps) => Apps): Promise<AppRow | undefined> {
  const query = which(db.selectFrom('oauthApps').selectAll()).where('deletedAt', 'is', null)
  return db.isTransaction
    ? lockedRow(db as Transaction, 'oauth_apps', query, { mode: 'share' })
    : query.executeTakeFirst()
}

/** Returns and locks the app with an id. */
export const lockAppById = (
  db: Db,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<AppRow | undefined> =>
  lockAppForShare(db, (apps) => apps.where('organizationId', '=', organizationId).where('id', '=', id))

/** Returns and locks the registered app with a client id. */
export const lockRegisteredApp = (db: Db, clientId: string): Promise<AppRow | undefined> =>
  lockAppForShare(db, (apps) => apps.where(IS_REGISTERED).where('clientId', '=', clientId))
