import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { finishDeliveries } from '../../modules/webhooks/deliveries/finish-deliveries.ts'
import { repeat, type Job } from './repeat.ts'

const INTERVAL_MS = 1_000

/**
 * Keeps canceling and queuing deliveries that did not fit the transaction of the request that decided it, a batch at a time,
 * and goes on where a process was killed. Any number of processes may do so side by side.
 */
export function startDeliveryChanges({ db, log }: { db: Db; log: Logger }): Job {
  return repeat({
    name: 'finishing changes of deliveries',
    everyMs: INTERVAL_MS,
    log,
    work: () => finishDeliveries(db),
  })
}
