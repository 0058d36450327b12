import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { finishRevocations } from '../../modules/oauth/installs/finish-revocations.ts'
import { repeat, type Job } from './repeat.ts'

const INTERVAL_MS = 1_000

/**
 * Keeps removing the installs of apps that were suspended or deleted, a batch at a time, and goes on where a process was
 * killed. Any number of processes may do so side by side.
 */
export function startInstallRevocation({ db, log }: { db: Db; log: Logger }): Job {
  return repeat({
    name: 'removing the installs of apps that have ended',
    everyMs: INTERVAL_MS,
    log,
    work: () => finishRevocations(db),
  })
}
