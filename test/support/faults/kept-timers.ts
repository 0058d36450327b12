import { onTestFinished } from 'vitest'

/** Longer than a test. */
const NEVER_MS = 3_600_000

/**
 * Makes timers of this process that would end after `durations`, in milliseconds, last longer than the test. A machine of
 * any speed then reaches none of these deadlines of the service.
 */
export function keepTimers(...durations: number[]): void {
  const start = globalThis.setTimeout
  const later = (run: () => void, ms?: number, ...rest: unknown[]) =>
    (start as (...args: unknown[]) => NodeJS.Timeout)(
      run,
      ms !== undefined && durations.includes(ms) ? NEVER_MS : ms,
      ...rest,
    )
  globalThis.setTimeout = Object.assign(later, start)
  onTestFinished(() => void (globalThis.setTimeout = start))
}
