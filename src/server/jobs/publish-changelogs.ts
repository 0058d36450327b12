import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { isUnavailable } from '../../db/errors/is-too-much.ts'
import { inTransaction } from '../../db/transaction.ts'
import { loop } from '../../lib/concurrency/loop.ts'
import {
  listDueChangelogs,
  msUntilNextDue,
  publishDueChangelogs,
  type ChangelogKey,
  type DueChangelogs,
} from '../../modules/changelogs/publish-due-changelogs.ts'
import { postponed, type Postponed } from '../../lib/concurrency/postponed.ts'

type ChangelogPublisherOptions = {
  db: Db
  log: Logger
  /** Maximum delay between two reads of the database, in milliseconds. Default 1000. */
  intervalMs?: number
}

export type ChangelogPublisher = {
  /** Stops after the running round. Nothing is published afterwards. */
  stop: () => Promise<void>
}

const BATCH = 100
/** Delay in milliseconds while another process holds due entries. */
const MIN_MS = 50

/**
 * Starts publishing scheduled changelogs at their time, overdue ones at once. Safe to run in several
 * processes. Each entry is published once. After a database error it continues with the next interval. An
 * entry that cannot be published is logged once, retried later and delays no others.
 */
export function startChangelogPublisher({
  db,
  log,
  intervalMs = 1000,
}: ChangelogPublisherOptions): ChangelogPublisher {
  let isStopping = false
  const deferred = postponed<ChangelogKey>(({ organizationId, id }) => `${organizationId}/${id}`)
  const round = async (): Promise<number> => {
    await publishAll({ db, log, deferred }, () => isStopping)
    const rest = await msUntilNextDue(db, deferred.pausedKeys())
    return Math.min(Math.max(rest ?? intervalMs, MIN_MS), intervalMs)
  }
  const publishing = loop({ name: 'publishing scheduled changelogs', log, round, failedMs: intervalMs })
  return {
    async stop() {
      isStopping = true
      await publishing.stop()
    },
  }
}

type Tools = { db: Db; log: Logger; deferred: Postponed<ChangelogKey> }

async function publishAll(tools: Tools, isStopping: () => boolean): Promise<void> {
  for (let count = BATCH; count === BATCH && !isStopping();) count = await publishBatch(tools)
}

/** Publishes entries together, or individually when one fails. Returns the number of due entries. */
async function publishBatch({ db, log, deferred }: Tools): Promise<number> {
  const publish = async (which: DueChangelogs) => {
    const published = await inTransaction(db, (tx) => publishDueChangelogs(tx, which))
    for (const { organizationId, id } of published)
      log.info({ organizationId, changelogId: id }, 'scheduled changelog published')
    return published.length
  }
  const which = { limit: BATCH, except: deferred.pausedKeys() }
  try {
    return await publish(which)
  } catch (error) {
    if (await isUnavailable(db, error)) throw error
    const due = await listDueChangelogs(db, which)
    for (const key of due)
      await publish({ limit: 1, only: [key] }).catch(async (refusal: unknown) => {
        if (await isUnavailable(db, refusal)) throw refusal
        const { organizationId, id } = key
        if (deferred.postpone(key))
          log.error(
            { err: refusal, organizationId, changelogId: id },
            'a scheduled changelog could not be published; it is tried again later',
          )
      })
    return due.length
  }
}
