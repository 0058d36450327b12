import type { Db } from '../../db/database.ts'
import { foldRevisions } from '../../db/revisions.ts'
import type { Logger } from '../../lib/logger.ts'
import { repeat, type Repetition } from './repeat.ts'

const EVERY_MS = 1_000

/** Keeps asking for revisions cheap, however much is written. Any number of processes may do so side by side. */
export function startRevisionFolding({ db, log }: { db: Db; log: Logger }): Repetition {
  return repeat({
    name: 'folding revisions',
    everyMs: EVERY_MS,
    log,
    work: async () => (await foldRevisions(db)) > 1_000,
  })
}
