import { onTestFinished } from 'vitest'

/** Longer than a test. */
const NEVER_MS = 3_600_000

/**
 * Makes timers and intervals of this process that would end after `durations`, in milliseconds, last longer than the
 * test. A machine of any speed then reaches none of these deadlines of the service.
 */
export function keepTimers(...durations: number[]): void {
  const { setTimeout, setInterval } = globalThis
  const kept = (ms?: number) => (ms !== undefined && durations.includes(ms) ? NEVER_MS : ms)
  const later = (run: () => void, ms?: number, ...rest: unknown[]) => setTimeout(run, kept(ms), ...rest)
  const often = (run: () => void, ms?: number, ...rest: unknown[]) => setInterval(run, kept(ms), ...rest)
  globalThis.setTimeout = Object.assign(later, setTimeout)
  globalThis.setInterval = Object.assign(often, setInterval)
  onTestFinished(() => void Object.assign(globalThis, { setTimeout, setInterval }))
}
