import type { Db } from '../../db/database.ts'
import { compactRevisions } from '../../db/history/revisions.ts'
import type { Logger } from '../../lib/log/logger.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'

const INTERVAL_MS = 1_000

/** Starts compacting revisions, which keeps reading them fast. Safe to run in several processes. */
export function startRevisionCompaction({ db, log }: { db: Db; log: Logger }): Job {
  return repeat({
    name: 'compacting revisions',
    everyMs: INTERVAL_MS,
    log,
    work: async () => (await compactRevisions(db)) > 1_000,
  })
}
