import { sql } from 'kysely'
import { now } from '../lib/time/clock.ts'
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

/** The database time between two reads of it. The clock of this process is used until the first read. */
export class DatabaseClock {
  #read: { time: number; at: number } | null = null

  /** Sets the time that a statement has just returned. */
  set(time: Date): void {
    this.#read = { time: time.getTime(), at: performance.now() }
  }

  now(): Date {
    return this.#read ? new Date(this.#read.time + performance.now() - this.#read.at) : now()
  }
}

/** Reads the database time with a separate statement. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${databaseNow} as at`.execute(db)
  if (!rows[0]) throw new Error('the database returned no time')
  return rows[0].at
}
