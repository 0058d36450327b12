import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { databaseNowPlus } from '../../db/time.ts'
import { changeByOrganization, type RowKey } from '../../db/writes/by-organization.ts'

/** Seconds for which notifications and their topics are retained. */
const RETENTION_S = 90 * 86_400

/**
 * Deletes up to `batch` notifications, and as many topics, that are 90 days old, by the database's clock. Returns the
 * greater number of deleted rows.
 */
export async function purgeNotifications(db: Db, batch: number): Promise<number> {
  const purged: number[] = []
  for (const table of ['notifications', 'notification_topics'] as const) {
    const old = sql<RowKey>`select organization_id as "organizationId", id from ${sql.table(table)}
      where created_at <= ${databaseNowPlus(-RETENTION_S)} order by created_at limit ${batch}`
    purged.push(
      await changeByOrganization(
        db,
        old,
        (organizationId, ids) => sql`delete from ${sql.table(table)}
          where organization_id = ${organizationId} and id = any(${ids}::bigint[])`,
      ),
    )
  }
  return Math.max(...purged)
}
