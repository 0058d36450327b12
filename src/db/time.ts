import { sql, type RawBuilder } from 'kysely'
import { followTime, now } from '../lib/time/clock.ts'
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

/** Milliseconds between two readings of the database time. */
const FOLLOW_MS = 10_000

/** Sets the clock of this process to the database time. */
export async function adoptDatabaseTime(db: Db): Promise<void> {
  const before = Date.now()
  const time = await readDatabaseTime(db)
  followTime(time, [before, Date.now()])
}

/**
 * Sets the clock of this process to the database time every ten seconds, because the clocks of servers may differ or
 * be set. Returns a function that ends it.
 */
export function followDatabaseTime(db: Db): () => void {
  let reading: Promise<void> | null = null
  const timer = setInterval(() => {
    // Without an answer the clock stays as it is. The work that needs the database reports the failure.
    reading ??= adoptDatabaseTime(db)
      .catch(() => {})
      .finally(() => (reading = null))
  }, FOLLOW_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * SQL of the time of an update of a row that is not read before, as `timeOfUpdate`. `column` has the time of the update
 * before, with the alias of the table where several tables have it. It is computed without the time zone of the
 * session, because Citus refuses updates whose result may depend on the session.
 */
export const nextUpdatedAt = (at: Date | RawBuilder<Date> = now(), column = 'updated_at') =>
  sql<Date>`greatest(${at}, (${sql.ref(column)} at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')`

/** The time of an update, which is later than the one before even if a clock was set back. */
export function timeOfUpdate(before: { updatedAt: Date }, at = now()): Date {
  return new Date(Math.max(at.getTime(), before.updatedAt.getTime() + 1))
}
