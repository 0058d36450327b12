import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { fillDocuments } from '../../modules/search/fill-documents.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'

const INTERVAL_MS = 1_000

/**
 * Starts storing the documents of rows that lack them, in batches. Continues after a killed process. Safe to
 * run in several processes.
 */
export function startDocumentFilling({ db, log }: { db: Db; log: Logger }): Job {
  return repeat({
    name: 'storing documents of the search',
    everyMs: INTERVAL_MS,
    log,
    work: () => fillDocuments(db),
  })
}
