import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { inShare } from '../../db/sharing/connection-share.ts'
import { asBulk } from '../../db/deadline.ts'
import { isDiskFull } from '../../db/errors/is-disk-full.ts'
import type { Services } from '../../graphql/context.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'
import { postponed } from '../../lib/concurrency/postponed.ts'
import { AppError } from '../../lib/errors.ts'
import { waitingExport, writeExport, type ExportKey } from '../../moving/transfer/exports.ts'

const INTERVAL_MS = 1_000

/**
 * Starts writing exports, one at a time. Another process starts an export again 30 s after this one is killed. Safe to
 * run in several processes.
 */
export function startExports({
  services: { db, keys },
  log,
  intervalMs = INTERVAL_MS,
}: {
  services: Services
  log: Logger
  /** Maximum delay between two reads of the database, in milliseconds. Default 1000. */
  intervalMs?: number
}): Job {
  const deferred = postponed<ExportKey>(({ organizationId, id }) => `${organizationId}/${id}`)
  const work = async () => {
    const next = await waitingExport(db, deferred.pausedKeys())
    if (!next) return false
    const context = { db, pseudonyms: keys.pseudonyms }
    try {
      await asBulk(() => inShare(next.organizationId, () => writeExport(context, next, randomUUID())))
    } catch (error) {
      const { organizationId, id } = next
      // A full disk is reported once for all work.
      if (deferred.postpone(next) && !(error instanceof AppError) && !isDiskFull(error))
        log.error({ err: error, organizationId, id }, 'an export failed')
    }
    return true
  }
  return repeat({ name: 'exporting', everyMs: intervalMs, log, work })
}
