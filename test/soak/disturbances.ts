export type Disturbances = {
  /** Marks the begin of a fault that may cause 503 and broken connections; the function returned marks its end. */
  begin(): () => void
  /** Whether a request that began at `since` (performance.now()) may have suffered from a fault. */
  excuses(since: number): boolean
  /** Marks that a process has a wrong clock; the function returned marks its end. */
  beginClockStep(): () => void
  /** Whether a request that began at `since` may have met a process with a wrong clock. */
  hadWrongClock(since: number): boolean
}

/** How long the service may take to settle after the cause of a fault is gone. */
const SETTLE_MS = 10_000

/** Knows when faults happened, so that an answer outside of them can be judged. */
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
    begin() {
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
