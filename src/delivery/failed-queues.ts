import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { isConnectionError } from '../db/connection-errors.ts'
import { failurePeriod } from '../lib/failure-period.ts'
import type { WebhookQueue } from './queues.ts'

export type FailedQueues = {
  /** Notes that a lane failed; returns after how many milliseconds it may be taken up again. Logs a lane's first failure in a row. */
  pauseAfter(queue: WebhookQueue, error: unknown): number
  worked(queue: WebhookQueue): void
}

const AWAY_MS = 300
const MIN_MS = 1_000
const MAX_MS = 300_000

/** The lanes that have just failed: each pauses longer each time, up to five minutes, but for a database that is away. */
export function failedQueues(log: Logger): FailedQueues {
  const failures = new LRUCache<string, number>({ max: 10_000 })
  const connection = failurePeriod('delivering', log)
  return {
    pauseAfter(queue, error) {
      if (isConnectionError(error)) {
        connection.failed(error)
        return AWAY_MS
      }
      const count = failures.get(queueKey(queue)) ?? 0
      failures.set(queueKey(queue), count + 1)
      if (count === 0) log.error({ err: error, ...queue }, 'a lane failed; it is left to others')
      return Math.min(MIN_MS * 2 ** count, MAX_MS)
    },
    worked(queue) {
      failures.delete(queueKey(queue))
      connection.worked()
    },
  }
}

/** The name of a lane among all. */
export const queueKey = ({ organizationId, webhookId }: WebhookQueue) => `${organizationId}/${webhookId}`
