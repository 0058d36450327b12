import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'

/**
 * Deletes up to `batch` expired responses of idempotency keys by an index, by the database's clock. Returns the
 * number of deleted rows.
 */
export async function purgeResponses(db: Db, batch: number): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from idempotency_keys where id in (select id from idempotency_keys
    where expires_at <= ${databaseNow} order by expires_at limit ${batch} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
