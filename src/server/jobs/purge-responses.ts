import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'
import { purgeResponses } from '../../modules/idempotency/purge-responses.ts'

const INTERVAL_MS = 30_000
const BATCH = 500

/** Starts deleting expired responses of idempotency keys in small batches. Safe to run in several processes. */
export function startResponsePurge({ db, log }: { db: Db; log: Logger }): Job {
  return repeat({
    name: 'deleting expired responses of idempotency keys',
    everyMs: INTERVAL_MS,
    log,
    work: async () => (await purgeResponses(db, BATCH)) === BATCH,
  })
}
