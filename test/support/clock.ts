import { monotonicMs, setMonotonicClock } from '../../src/lib/time/clock.ts'

/** Stops the monotonic clock of this process. The lifetimes of cached values end only in `advanceClock`. */
export function stopClock(): void {
  advanceClock(0)
}

/** Moves the monotonic clock of this process forward by `ms`, and stops it there. */
export function advanceClock(ms: number): void {
  const at = monotonicMs() + ms
  setMonotonicClock(() => at)
}
