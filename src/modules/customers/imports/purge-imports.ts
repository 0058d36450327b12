import { sql } from 'kysely'
import { changeByOrganization, type RowKey } from '../../../db/writes/by-organization.ts'
import type { Db } from '../../../db/database.ts'
import { databaseNowPlus } from '../../../db/time.ts'
import { CUSTOMERS_CSV } from './customers-csv.ts'

/** Seconds for which an import and its errors are retained after its end. */
const RETENTION_S = 30 * 86_400

/**
 * Deletes up to `batch` imports that ended 30 days ago, with their errors, by an index and the database's clock.
 * Returns the number of deleted imports.
 */
export function purgeImports(db: Db, batch: number): Promise<number> {
  const ended = sql<RowKey>`select organization_id as "organizationId", id from import_runs
    where finished_at <= ${databaseNowPlus(-RETENTION_S)} and source = ${CUSTOMERS_CSV} order by finished_at limit ${batch}`
  return changeByOrganization(
    db,
    ended,
    (organizationId, ids) => sql`delete from import_runs where organization_id = ${organizationId} and id in (
      select id from import_runs where organization_id = ${organizationId} and id = any(${ids}::int[])
      for update skip locked)`,
  )
}
