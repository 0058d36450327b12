import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * The time of the database when the running statement arrived. Everything that expires is dated and judged by it, since
 * the clocks of the servers that share a database may differ. Later than the beginning of a transaction that has waited
 * for a lock, and the same wherever it stands in one statement.
 */
export const databaseNow = sql<Date>`statement_timestamp()`

/** The time of the database so many seconds from now, or before now when `seconds` is negative. */
export const databaseNowPlus = (seconds: number) =>
  sql<Date>`statement_timestamp() + make_interval(secs => ${seconds}::float8)`

/** The time of the database, at the cost of a statement of its own. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${databaseNow} as at`.execute(db)
  if (!rows[0]) throw new Error('the database has not told its time')
  return rows[0].at
}
