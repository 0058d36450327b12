import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'
import { purgeUploads } from '../../modules/uploads/purge-uploads.ts'

const INTERVAL_MS = 60_000
const BATCH = 100

/**
 * Starts deleting uploads that no saved text contains a day later, in small batches. Safe to run in several processes.
 */
export function startUploadPurge({ db, log }: { db: Db; log: Logger }): Job {
  return repeat({
    name: 'deleting uploads without a text',
    everyMs: INTERVAL_MS,
    log,
    work: async () => (await purgeUploads(db, BATCH)) === BATCH,
  })
}
