import * as v from 'valibot'
import type { Settings } from './settings.ts'
import { duration } from './values.ts'

const DAY_MS = 86_400_000
/** Share by which a pause before a retry can be longer than that of the schedule. */
const JITTER = 0.1

/** A duration in milliseconds, or 0, which is for ever. */
export const retention = (min: string, max: string) =>
  v.union(
    [v.pipe(v.literal('0'), v.transform(Number)), duration(min, max)],
    ({ input }) => `must be a duration from ${min} to ${max}, or 0 for ever, not "${input as string}"`,
  )

/** Returns a problem if a delivery may be repeated for longer than it is retained. */
export function retentionProblems(settings: Settings): string[] {
  const { EVENT_RETENTION, WEBHOOK_RETRY_SCHEDULE, WEBHOOK_TIMEOUT } = settings
  const longestMs = WEBHOOK_RETRY_SCHEDULE.reduce(
    (sum, pause) => sum + pause * (1 + JITTER) + WEBHOOK_TIMEOUT,
    WEBHOOK_TIMEOUT,
  )
  const days = Math.ceil(longestMs / DAY_MS)
  if (EVENT_RETENTION >= days * DAY_MS) return []
  return [
    `EVENT_RETENTION must be at least ${days}d, because WEBHOOK_RETRY_SCHEDULE repeats a delivery for up to ${days} days`,
  ]
}
