import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { databaseNowPlus } from '../../db/time.ts'
import { changeByOrganization, type RowKey } from '../../db/writes/by-organization.ts'

/** Seconds for which requests are stored, because wrong codes count for a day. */
const RETENTION_S = 86_400

/**
 * Deletes up to `batch` requests to sign in that are a day old, by an index and the database's clock. Returns the
 * number of deleted rows.
 */
export function purgeSignInRequests(db: Db, batch: number): Promise<number> {
  const old = sql<RowKey>`select organization_id as "organizationId", id from sign_in_requests
    where created_at <= ${databaseNowPlus(-RETENTION_S)} order by created_at limit ${batch}`
  return changeByOrganization(
    db,
    old,
    (
      organizationId,
      ids,
    ) => sql`delete from sign_in_requests where organization_id = ${organizationId} and id in (
      select id from sign_in_requests where organization_id = ${organizationId} and id = any(${ids}::int[])
      for update skip locked)`,
  )
}
