import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Database time at which the running statement arrived, constant within the statement. Expiry times are set
 * and checked with it, because the clocks of the servers that share a database may differ. Later than `now()`
 * in a transaction that has waited for a lock.
 */
export const databaseNow = sql<Date>`statement_timestamp()`

/** The database time plus `seconds`, which may be negative. */
export const databaseNowPlus = (seconds: number) =>
  sql<Date>`statement_timestamp() + make_interval(secs => ${seconds}::float8)`

/** Reads the database time with a separate statement. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${databaseNow} as at`.execute(db)
  if (!rows[0]) throw new Error('the database returned no time')
  return rows[0].at
}
