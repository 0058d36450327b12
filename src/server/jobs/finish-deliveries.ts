import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { finishDeliveries } from '../../modules/webhooks/deliveries/finish-deliveries.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'

const INTERVAL_MS = 1_000

/**
 * Starts canceling and queueing deliveries that exceeded the transaction of the deciding request, in batches.
 * Continues after a killed process. Safe to run in several processes.
 */
export function startDeliveryChanges({ db, log }: { db: Db; log: Logger }): Job {
  return repeat({
    name: 'finishing changes of deliveries',
    everyMs: INTERVAL_MS,
    log,
    work: () => finishDeliveries(db),
  })
}
