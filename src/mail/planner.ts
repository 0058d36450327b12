import { isConnectionError } from '../db/errors/connection-errors.ts'
import type { RowKey } from '../db/writes/by-organization.ts'
import type { Services } from '../graphql/context.ts'
import { loop, type Job } from '../lib/concurrency/loop.ts'
import type { Logger } from '../lib/log/logger.ts'
import { queueDigests } from '../modules/notifications/digests/queue-digests.ts'
import { delayTopic, listDueTopics, planTopic } from '../modules/notifications/planning/plan-topics.ts'
import { readLogs } from '../modules/notifications/planning/read-log.ts'

type PlannerOptions = {
  services: Pick<Services, 'db' | 'notifications'>
  /** Time in which changes of one object are gathered, in milliseconds. */
  windowMs: number
  /** Limit of mails for a minute. 0 for no limit. */
  mailsPerMinute: number
  log: Logger
}

/** Longest and shortest delay between two looks at the event log, in milliseconds. */
const POLL_MS = 5_000
const REST_MS = 1_000
const FAILED_MS = 5_000

/**
 * Starts planning notifications behind the event log, for the bell and for mail. Any number of processes may run it on
 * one database. Every step is one transaction, so that a killed process loses and doubles nothing.
 */
export function startPlanning({ services, windowMs, mailsPerMinute, log }: PlannerOptions): Job {
  const { db, notifications } = services
  const plan = async (key: RowKey): Promise<void> => {
    try {
      await planTopic(db, key, mailsPerMinute)
    } catch (error) {
      if (isConnectionError(error)) throw error
      log.error({ err: error, ...key }, 'a notification could not be planned; it is tried again')
      await delayTopic(db, key)
    }
  }
  const restMs = Math.min(POLL_MS, Math.max(windowMs, REST_MS))
  const planning = loop({
    name: 'planning notifications',
    log,
    failedMs: FAILED_MS,
    round: async () => {
      const isBehind = await readLogs(db, windowMs)
      const due = await listDueTopics(db)
      for (const key of due) await plan(key)
      const hasDigests = await queueDigests(db)
      return isBehind || hasDigests || due.length > 0 ? 0 : restMs
    },
  })
  // Without a window, events are planned at once instead of at the next look.
  const stopListening = windowMs < POLL_MS ? notifications.on('events', planning.wake) : () => {}
  return {
    stop: () => {
      stopListening()
      return planning.stop()
    },
  }
}
