import type { SendResult } from './send-webhook.ts'

export type NextState =
  { state: 'succeeded' } | { state: 'failed'; disable: boolean } | { state: 'pending'; dueAt: Date }

const GONE = 410
const JITTER = 0.1
const MAX_WAIT = 24 * 3_600_000
const MAX_FAILURE = 5 * 24 * 3_600_000

/**
 * What becomes of a delivery after an attempt that ended `at` (contract chapter 6, "Delivery"). `tries` counts the
 * attempts since it was last queued, this one included; `schedule` holds the milliseconds before each further one, and
 * when it is exhausted the delivery has failed. A wait is spread by ±10 % with `random`, a number from 0 up to 1, and
 * lasts at least as long as the receiver asked for, up to 24 h. The answer 410 fails and disables the webhook at once.
 */
export function nextState(attempt: {
  outcome: Pick<SendResult, 'kind' | 'status' | 'retryAfterMs'>
  tries: number
  schedule: readonly number[]
  at: Date
  random: number
}): NextState {
  const { outcome, tries, schedule, at, random } = attempt
  if (outcome.kind === 'delivered') return { state: 'succeeded' }
  if (outcome.status === GONE) return { state: 'failed', disable: true }
  const pause = schedule[tries - 1]
  if (pause === undefined) return { state: 'failed', disable: false }
  const spread = pause * (1 + JITTER * (2 * random - 1))
  const asked = Math.min(outcome.retryAfterMs ?? 0, MAX_WAIT)
  return { state: 'pending', dueAt: new Date(at.getTime() + Math.round(Math.max(spread, asked))) }
}

/** Whether a webhook that has only failed since `failingSince`, null when its last delivery succeeded, is to be disabled at `at`: after 5 days. */
export function hasFailedTooLong(failingSince: Date | null, at: Date): boolean {
  return failingSince !== null && at.getTime() - failingSince.getTime() >= MAX_FAILURE
}
