import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { asBulk } from '../../db/deadline.ts'
import { readDatabaseTime } from '../../db/time.ts'
import { applyRetention } from '../../events/retention.ts'
import { repeat, type Job } from './repeat.ts'

const INTERVAL_MS = 3_600_000

/**
 * Keeps the event log and the delivery ledger: room ahead, and nothing older than they are kept, by the database's
 * clock: a server whose own is wrong must not drop what is young. Any number of processes may do so.
 */
export function startLogRetention({ db, log }: { db: Db; log: Logger }): Job {
  return repeat({
    name: 'keeping the event log',
    everyMs: INTERVAL_MS,
    log,
    async work() {
      await asBulk(async () => applyRetention(db, await readDatabaseTime(db)))
      return false
    },
  })
}
