import type { Keys } from '../../auth/keys.ts'
import type { Db } from '../../db/database.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'
import type { Logger } from '../../lib/log/logger.ts'
import { sweepNextErasure } from '../../modules/customers/erasure/sweep-erasure.ts'

const INTERVAL_MS = 5_000

/**
 * Starts the part of erasures that takes long, in batches. Continues after a killed process. Safe to run in several
 * processes.
 */
export function startErasures({
  db,
  keys,
  log,
  intervalMs = INTERVAL_MS,
}: {
  db: Db
  keys: Keys
  log: Logger
  /** Maximum delay between two reads of the database, in milliseconds. Default 5000. */
  intervalMs?: number
}): Job {
  return repeat({
    name: 'erasing people',
    everyMs: intervalMs,
    log,
    work: () => sweepNextErasure(db, keys.encryption),
  })
}
