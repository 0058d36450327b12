let source: (() => Date) | null = null
let monotonicSource: (() => number) | null = null

let offsetMs = 0

/** Returns the current time. All code uses it, so that a test can set the time. */
export function now(): Date {
  return source ? new Date(source()) : new Date(Date.now() + offsetMs)
}

/**
 * Adds to the system clock the least offset with which it showed `time` between two readings of it. Nothing changes
 * if it may have shown it already, and if it was set back in between.
 */
export function followTime(time: Date, [before, after]: readonly [before: number, after: number]): void {
  const [least, greatest] = [time.getTime() - after, time.getTime() + 1 - before]
  if (least <= greatest) offsetMs = Math.min(Math.max(offsetMs, least), greatest)
}

/** Replaces the clock of this process with `fn`. Null restores the system clock. For tests. */
export function setClock(fn: (() => Date) | null): void {
  source = fn
}

/** Returns monotonic time in milliseconds, which measures lifetimes within this process. */
export function monotonicMs(): number {
  return monotonicSource ? monotonicSource() : performance.now()
}

/** Replaces the monotonic clock of this process with `fn`. Null restores the system clock. For tests. */
export function setMonotonicClock(fn: (() => number) | null): void {
  monotonicSource = fn
}
