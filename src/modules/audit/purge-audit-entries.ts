import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { changeByOrganization, type RowKey } from '../../db/writes/by-organization.ts'
import { databaseNowPlus } from '../../db/time.ts'

/**
 * Deletes up to `batch` entries of the given organizations that are `retentionMs` old, by an index and the database's
 * clock. Returns the number of deleted rows.
 */
export function purgeAuditEntries(
  db: Db,
  { organizations, retentionMs, batch }: { organizations: number[]; retentionMs: number; batch: number },
): Promise<number> {
  const old = sql<RowKey>`select organization_id as "organizationId", id from audit_entries
    where organization_id = any(${organizations}::int[]) and created_at <= ${databaseNowPlus(-retentionMs / 1000)}
    limit ${batch}`
  return changeByOrganization(
    db,
    old,
    (
      organizationId,
      ids,
    ) => sql`delete from audit_entries where organization_id = ${organizationId} and id in (
      select id from audit_entries where organization_id = ${organizationId} and id = any(${ids}::int[])
      for update skip locked)`,
  )
}
