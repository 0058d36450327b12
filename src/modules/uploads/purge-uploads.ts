import { sql } from 'kysely'
import { changeByOrganization, type RowKey } from '../../db/writes/by-organization.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { databaseNowPlus } from '../../db/time.ts'

const DAY_S = 86_400

/**
 * Deletes up to `batch` uploads that no saved text contains after a day, by the database's clock. Returns the number of
 * deleted rows. One process deletes at a time, because it changes the usage of several organizations.
 */
export function purgeUploads(db: Db, batch: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows: locks } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('purge of uploads', 0)) as is_free`.execute(tx)
    if (!locks[0]?.isFree) return 0
    const expired = sql<RowKey>`select organization_id as "organizationId", id from uploads
      where attached_at is null and created_at <= ${databaseNowPlus(-DAY_S)} order by created_at limit ${batch}`
    return changeByOrganization(tx, expired, deleteUploads)
  })
}

/** Deletes uploads that are still without a text, and frees their bytes. Its rows are those that were deleted. */
const deleteUploads = (organizationId: number, ids: number[]) => sql`
  with expired as (
    select id from uploads where organization_id = ${organizationId} and id = any(${ids}::int[]) and attached_at is null
    for update skip locked),
  deleted as (
    delete from uploads u using expired e
    where u.organization_id = ${organizationId} and u.id = e.id returning u.id, u.size),
  freed as (
    update upload_usage set bytes = bytes - (select coalesce(sum(size), 0) from deleted)
    where organization_id = ${organizationId})
  select id from deleted`
