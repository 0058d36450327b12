import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { databaseNowPlus } from '../../db/time.ts'
import { changeByOrganization, type RowKey } from '../../db/writes/by-organization.ts'

/** Seconds for which a mail is retained. */
const RETENTION_S = 30 * 86_400

/** Deletes up to `batch` mails that are 30 days old, by the database's clock. Returns the number of deleted rows. */
export function purgeMails(db: Db, batch: number): Promise<number> {
  const old = sql<RowKey>`select organization_id as "organizationId", id from mails
    where created_at <= ${databaseNowPlus(-RETENTION_S)} order by created_at limit ${batch}`
  return changeByOrganization(
    db,
    old,
    (organizationId, ids) => sql`delete from mails where organization_id = ${organizationId} and id in (
      select id from mails where organization_id = ${organizationId} and id = any(${ids}::bigint[])
      for update skip locked)`,
  )
}
