import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { isConnectionError } from '../db/errors/connection-errors.ts'
import { failurePeriod } from '../lib/concurrency/failure-period.ts'
import { queueKey, type WebhookQueue } from './queues.ts'

export type FailedQueues = {
  /**
   * Records a failure of a queue and returns its pause in milliseconds. Logs the first of consecutive
   * failures.
   */
  pauseAfter(queue: WebhookQueue, error: unknown): number
  worked(queue: WebhookQueue): void
}

const AWAY_MS = 300
const MIN_MS = 1_000
const MAX_MS = 300_000

/**
 * Tracks failing queues. Each pause is longer than the one before, up to five minutes, except while the
 * database is unreachable.
 */
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
      if (count === 0)
        log.error({ err: error, ...queue }, 'the queue of a webhook failed; other workers may take it')
      return Math.min(MIN_MS * 2 ** count, MAX_MS)
    },
    worked(queue) {
      failures.delete(queueKey(queue))
      connection.worked()
    },
  }
}
