import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { asBulk } from '../../db/deadline.ts'
import { isUnavailable } from '../../db/errors/is-too-much.ts'
import { inTransaction } from '../../db/transaction.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'
import { postponed, type Postponed } from '../../lib/concurrency/postponed.ts'
import { advanceImport } from '../../modules/customers/imports/advance-import.ts'
import {
  claimImport,
  hasUnfinishedImports,
  type ImportKey,
} from '../../modules/customers/imports/claim-import.ts'
import { isRejectedData } from '../../modules/customers/imports/store-each.ts'

const INTERVAL_MS = 1_000

type Tools = { db: Db; log: Logger; deferred: Postponed<ImportKey> }

/**
 * Starts importing uploaded customers in batches. Continues after a killed process. Safe to run in several
 * processes. An import that fails is logged once, retried later and delays no others.
 */
export function startCustomerImports({
  db,
  log,
  intervalMs = INTERVAL_MS,
}: {
  db: Db
  log: Logger
  /** Maximum delay between two reads of the database, in milliseconds. Default 1000. */
  intervalMs?: number
}): Job {
  const deferred = postponed<ImportKey>(({ organizationId, id }) => `${organizationId}/${id}`)
  return repeat({
    name: 'importing customers',
    everyMs: intervalMs,
    log,
    work: () => importNext({ db, log, deferred }),
  })
}

/** Imports the next batch. Returns whether there may be another. */
async function importNext({ db, log, deferred }: Tools): Promise<boolean> {
  if (!(await hasUnfinishedImports(db))) return false
  let claimed: ImportKey | null = null
  const advance = (oneByOne: boolean) =>
    asBulk(() =>
      inTransaction(db, async (tx) => {
        const next = await claimImport(tx, deferred.pausedKeys())
        claimed = next
        if (next) await advanceImport(tx, next, { oneByOne })
        return next !== null
      }),
    )
  const retried = (error: unknown) => {
    if (isRejectedData(error)) return advance(true)
    throw error
  }
  return advance(false)
    .catch(retried)
    .catch(async (error: unknown) => {
      if (!claimed || (await isUnavailable(db, error))) throw error
      if (deferred.postpone(claimed))
        log.error({ err: error, ...claimed }, 'an import of customers failed; it is tried again later')
      return true
    })
}
