export type Disturbances = {
  /**
   * Marks the start of a fault that may cause 503 and broken connections. The returned function marks its
   * end.
   */
  begin(): () => void
  /** Whether a fault may have affected a request that started at `since` (performance.now()). */
  excuses(since: number): boolean
  /** Marks that a process has a wrong clock. The returned function marks its end. */
  beginClockStep(): () => void
  /** Whether a request that started at `since` may have reached a process with a wrong clock. */
  hadWrongClock(since: number): boolean
}

/** Time in milliseconds that the service may take to settle after the end of a fault. */
const SETTLE_MS = 10_000

/** Records the times of faults, so that responses outside of them can be judged. */
export function createDisturbances(): Disturbances {
  const faults = spans(SETTLE_MS)
  const clocks = spans(1_000)
  return {
    begin: faults.begin,
    excuses: faults.overlaps,
    beginClockStep: clocks.begin,
    hadWrongClock: clocks.overlaps,
  }
}

function spans(settleMs: number) {
  let open = 0
  let lastEnd = -Infinity
  return {
    begin: () => {
      open++
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        open--
        lastEnd = performance.now()
      }
    },
    overlaps: (since: number) => open > 0 || since < lastEnd + settleMs,
  }
}
