import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { finishRevocations } from '../../modules/oauth/installs/finish-revocations.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'

const INTERVAL_MS = 1_000

/**
 * Removes the installs of suspended and deleted apps, one batch at a time. Any number of processes may run
 * it. The batches of a killed process are removed by others.
 */
export function startInstallRevocation({ db, log }: { db: Db; log: Logger }): Job {
  return repeat({
    name: 'removing the installs of apps that have ended',
    everyMs: INTERVAL_MS,
    log,
    work: () => finishRevocations(db),
  })
}
