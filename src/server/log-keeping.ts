import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { asBulk } from '../db/deadline.ts'
import { keepLog } from '../events/retention.ts'
import { now } from '../lib/clock.ts'
import { repeat, type Repetition } from './repeat.ts'

const EVERY_MS = 3_600_000

/** Keeps the event log and the delivery ledger: room ahead, and nothing older than they are kept. Any number of processes may do so. */
export function startLogKeeping({ db, log }: { db: Db; log: Logger }): Repetition {
  return repeat({
    name: 'keeping the event log',
    everyMs: EVERY_MS,
    log,
    async work() {
      await asBulk(() => keepLog(db, now()))
      return false
    },
  })
}
