import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { msUntilNextDue, publishDueChangelogs } from '../modules/changelogs/publish-due-changelogs.ts'

export type SchedulerOptions = {
  db: Db
  log: Logger
  /** Longest rest between two looks at the database, in milliseconds; 1000 by default. */
  intervalMs?: number
}

export type Scheduler = {
  /** Ends the rest or lets the running round finish; nothing is published afterwards. */
  stop(): Promise<void>
}

const BATCH = 100
/** Rest while something is due that another process holds. */
const SHORTEST_MS = 50

/**
 * Publishes scheduled changelogs when their moment comes, overdue ones at once (specification 4.9). Any number of
 * processes may run one: each entry is published once. A database that fails is asked again after the interval.
 */
export function startScheduler({ db, log, intervalMs = 1000 }: SchedulerOptions): Scheduler {
  const ending = new AbortController()
  const { signal } = ending
  let failing = false

  const round = async (): Promise<number> => {
    try {
      await publishAll(db, log, signal)
      const rest = await msUntilNextDue(db)
      if (failing) log.info('publishing scheduled changelogs works again')
      failing = false
      return Math.min(Math.max(rest ?? intervalMs, SHORTEST_MS), intervalMs)
    } catch (error) {
      if (!failing) log.error({ err: error }, 'publishing scheduled changelogs failed; trying again')
      failing = true
      return intervalMs
    }
  }

  const run = async () => {
    while (!signal.aborted) {
      const rest = await round()
      await sleep(rest, undefined, { signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    async stop() {
      ending.abort()
      await running
    },
  }
}

async function publishAll(db: Db, log: Logger, signal: AbortSignal): Promise<void> {
  for (let count = BATCH; count === BATCH && !signal.aborted;) {
    const published = await inTransaction(db, (tx) => publishDueChangelogs(tx, BATCH))
    count = published.length
    for (const { organizationId, id } of published)
      log.info({ organizationId, changelogId: id }, 'scheduled changelog published')
  }
}
