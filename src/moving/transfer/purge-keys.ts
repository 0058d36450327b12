import { sql } from 'kysely'
import { changeByOrganization, type RowKey } from '../../db/writes/by-organization.ts'
import type { Db } from '../../db/database.ts'
import { databaseNowPlus } from '../../db/time.ts'

const DAY_S = 86_400

/**
 * Deletes up to `batch` keys of APIs whose fetch is not going on, a day after the last change of their import. Uses the
 * database's clock. Returns the number of deleted keys.
 */
export function purgeKeys(db: Db, batch: number): Promise<number> {
  const isLeft = sql`r.state <> 'planning' and r.updated_at <= ${databaseNowPlus(-DAY_S)}`
  const left = sql<RowKey>`select s.organization_id as "organizationId", s.id from import_sources s
    join import_runs r on r.organization_id = s.organization_id and r.id = s.id
    where s.key_ciphertext is not null and ${isLeft} limit ${batch}`
  return changeByOrganization(
    db,
    left,
    (organizationId, ids) => sql`update import_sources s set key_ciphertext = null from import_runs r
      where s.organization_id = ${organizationId} and s.id = any(${ids}::int[])
        and r.organization_id = ${organizationId} and r.id = s.id and ${isLeft}`,
  )
}
