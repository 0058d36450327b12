import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { databaseNowPlus } from '../../../db/time.ts'

/** Seconds for which a request is retained, because those of the last hour limit further ones of an address. */
const RETENTION_S = 86_400

/**
 * Deletes up to `batch` requests to set a password that are a day old, by an index and the database's clock. Returns
 * the number of deleted rows.
 */
export async function purgePasswordResets(db: Db, batch: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from password_resets where id in (
    select id from password_resets where created_at <= ${databaseNowPlus(-RETENTION_S)}
    order by created_at limit ${batch} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}
