import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { isTooMuch } from '../../db/is-too-much.ts'
import { isConnectionError } from '../../db/connection-errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { loop } from '../../lib/loop.ts'
import {
  listDueChangelogs,
  msUntilNextDue,
  publishDueChangelogs,
  type ChangelogKey,
  type DueChangelogs,
} from '../../modules/changelogs/publish-due-changelogs.ts'
import { postponed, type Postponed } from './postponed.ts'

export type ChangelogPublisherOptions = {
  db: Db
  log: Logger
  /** Longest rest between two looks at the database, in milliseconds; 1000 by default. */
  intervalMs?: number
}

export type ChangelogPublisher = {
  /** Ends the rest or lets the running round finish; nothing is published afterwards. */
  stop(): Promise<void>
}

const BATCH = 100
/** Rest while something is due that another process holds. */
const MIN_MS = 50

/**
 * Publishes scheduled changelogs when their moment comes, overdue ones at once (specification 4.9). Any number of
 * processes may run one: each entry is published once. A database that fails is asked again after the interval. An entry
 * that cannot be published delays no other; it is logged once and tried again later.
 */
export function startChangelogPublisher({
  db,
  log,
  intervalMs = 1000,
}: ChangelogPublisherOptions): ChangelogPublisher {
  let isStopping = false
  const put = postponed<ChangelogKey>(({ organizationId, id }) => `${organizationId}/${id}`)
  const round = async (): Promise<number> => {
    await publishAll({ db, log, put }, () => isStopping)
    const rest = await msUntilNextDue(db, put.off())
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

type Tools = { db: Db; log: Logger; put: Postponed<ChangelogKey> }

async function publishAll(tools: Tools, isStopping: () => boolean): Promise<void> {
  for (let count = BATCH; count === BATCH && !isStopping();) count = await publishBatch(tools)
}

/** Publishes entries together, or one by one when one of them cannot be; returns how many were due. */
async function publishBatch({ db, log, put }: Tools): Promise<number> {
  const publish = async (which: DueChangelogs) => {
    const published = await inTransaction(db, (tx) => publishDueChangelogs(tx, which))
    for (const { organizationId, id } of published)
      log.info({ organizationId, changelogId: id }, 'scheduled changelog published')
    return published.length
  }
  const which = { limit: BATCH, except: put.off() }
  try {
    return await publish(which)
  } catch (error) {
    if (isConnectionError(error) && !(await isTooMuch(db, error))) throw error
    const due = await listDueChangelogs(db, which)
    for (const key of due)
      await publish({ limit: 1, only: [key] }).catch(async (refusal: unknown) => {
        if (isConnectionError(refusal) && !(await isTooMuch(db, refusal))) throw refusal
        const { organizationId, id } = key
        if (put.postpone(key))
          log.error(
            { err: refusal, organizationId, changelogId: id },
            'a scheduled changelog could not be published; it is tried again later',
          )
      })
    return due.length
  }
}
