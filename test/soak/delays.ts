import type { Ledger } from './ledger.ts'

export type Delays = {
  /** Records that a reader now receives an event that was recorded at `since` (milliseconds since 1970). */
  note(reader: string, event: string, since: number): void
  /** The median of the delays, their 99th percentile, and the maximum. */
  percentiles(): string
}

/** Longer than any fault plus the time to settle. A later event was stuck. */
const LATEST_MS = 60_000

/** Measures the delays of events. A delay of more than a minute is a breach. */
export function measureDelays(ledger: Ledger): Delays {
  const delays: number[] = []
  return {
    note(reader, event, since) {
      const delay = Math.max(0, Date.now() - since)
      delays.push(delay)
      if (delay > LATEST_MS) ledger.breach('late', `${reader}: ${event} after ${Math.round(delay / 1_000)} s`)
    },
    percentiles() {
      const sorted = delays.toSorted((one, other) => one - other)
      const at = (share: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, maximum ${at(1)} ms`
    },
  }
}
