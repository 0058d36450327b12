import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { databaseNowPlus } from '../../db/time.ts'

/** Seconds for which an invitation is retained after its expiry. */
const RETENTION_S = 30 * 86_400

/**
 * Deletes up to `batch` invitations that expired 30 days ago, by an index and the database's clock. Returns
 * the number of deleted rows.
 */
export async function purgeInvitations(db: Db, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from invitations where token_hash in (
    select token_hash from invitations where expires_at <= ${databaseNowPlus(-RETENTION_S)}
    order by expires_at limit ${batch} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
