import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'
import { purgeFiles } from '../../moving/transfer/purge-files.ts'
import { purgeKeys } from '../../moving/transfer/purge-keys.ts'

const INTERVAL_MS = 60_000
/** Each may have gigabytes. */
const BATCH = 1
const KEYS = 500

/**
 * Starts deleting the files of imports and exports, and the keys of paused fetches, a day after their end. Safe to run
 * in several processes.
 */
export function startTransferPurge({ db, log }: { db: Db; log: Logger }): Job {
  return repeat({
    name: 'deleting files of imports and exports',
    everyMs: INTERVAL_MS,
    log,
    work: async () => {
      const keys = await purgeKeys(db, KEYS)
      return (await purgeFiles(db, BATCH)) === BATCH || keys === KEYS
    },
  })
}
