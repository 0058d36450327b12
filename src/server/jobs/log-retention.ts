import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { asBulk } from '../../db/deadline.ts'
import { readDatabaseTime } from '../../db/time.ts'
import { applyRetention } from '../../events/retention.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'

const INTERVAL_MS = 3_600_000

/**
 * Starts applying the retention of events and deliveries and creating future partitions. Safe to run in
 * several processes. Uses the database's clock, so that a wrong local clock cannot drop recent data.
 */
export function startLogRetention({
  db,
  log,
  eventRetention,
}: {
  db: Db
  log: Logger
  /** Minimum time for which events are retained, in milliseconds. */
  eventRetention: number
}): Job {
  return repeat({
    name: 'applying the retention of the event log',
    everyMs: INTERVAL_MS,
    log,
    async work() {
      await asBulk(async () => applyRetention(db, await readDatabaseTime(db), eventRetention))
      return false
    },
  })
}
