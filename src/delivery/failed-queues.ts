import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { isUnreachable } from '../db/connection-errors.ts'
import { failurePeriod } from '../lib/failure-period.ts'
import type { Lane } from './queues.ts'

export type FailedLanes = {
  /** Notes that a lane failed; returns after how many milliseconds it may be taken up again. Logs a lane's first failure in a row. */
  pauseAfter(lane: Lane, error: unknown): number
  worked(lane: Lane): void
}

const AWAY_MS = 300
const SHORTEST_MS = 1_000
const LONGEST_MS = 300_000

/** The lanes that have just failed: each pauses longer each time, up to five minutes, but for a database that is away. */
export function failedLanes(log: Logger): FailedLanes {
  const failures = new LRUCache<string, number>({ max: 10_000 })
  const connection = failurePeriod('delivering', log)
  return {
    pauseAfter(lane, error) {
      if (isUnreachable(error)) {
        connection.failed(error)
        return AWAY_MS
      }
      const count = failures.get(keyOf(lane)) ?? 0
      failures.set(keyOf(lane), count + 1)
      if (count === 0) log.error({ err: error, ...lane }, 'a lane failed; it is left to others')
      return Math.min(SHORTEST_MS * 2 ** count, LONGEST_MS)
    },
    worked(lane) {
      failures.delete(keyOf(lane))
      connection.worked()
    },
  }
}

/** The name of a lane among all. */
export const keyOf = ({ organizationId, webhookId }: Lane) => `${organizationId}/${webhookId}`
