import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { changeByOrganization, type RowKey } from '../../db/writes/by-organization.ts'
import { databaseNowPlus } from '../../db/time.ts'

/** Seconds for which an invitation is retained after its expiry. */
const RETENTION_S = 30 * 86_400

/**
 * Deletes up to `batch` invitations that expired 30 days ago, by an index and the database's clock. Returns
 * the number of deleted rows.
 */
export function purgeInvitations(db: Db, batch: number): Promise<number> {
  const expired = sql<RowKey>`select organization_id as "organizationId", id from invitations
    where expires_at <= ${databaseNowPlus(-RETENTION_S)} order by expires_at limit ${batch}`
  return changeByOrganization(
    db,
    expired,
    (organizationId, ids) => sql`delete from invitations where organization_id = ${organizationId} and id in (
      select id from invitations where organization_id = ${organizationId} and id = any(${ids}::int[])
      for update skip locked)`,
  )
}
