let source: (() => Date) | null = null
let monotonicSource: (() => number) | null = null

/** Returns the current time. All code uses it, so that a test can set the time. */
export function now(): Date {
  return source ? new Date(source()) : new Date()
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
