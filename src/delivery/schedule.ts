import type { SendResult } from './send-webhook.ts'

export type NextState =
  { state: 'succeeded' } | { state: 'failed'; disable: boolean } | { state: 'pending'; dueAt: Date }

const GONE = 410
const JITTER = 0.1
const MAX_WAIT = 24 * 3_600_000
const MAX_FAILURE = 5 * 24 * 3_600_000

/**
 * Returns the next state of a delivery after an attempt that ended at `at` (contract 6, "Delivery"). `tries`
 * counts the attempts since the delivery was last queued, including this one. `schedule` contains the delays
 * before retries in milliseconds. The delivery has failed when the schedule is exhausted. Delays have a
 * jitter of ±10 % by `random`, from 0 to below 1. They last at least as long as the receiver requested, up to
 * 24 h. Status 410 fails at once and disables the webhook.
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

/**
 * Whether a webhook must be disabled at `at` because it has only failed for 5 days. `failingSince` is null
 * after a success.
 */
export function hasFailedTooLong(failingSince: Date | null, at: Date): boolean {
  return failingSince !== null && at.getTime() - failingSince.getTime() >= MAX_FAILURE
}
