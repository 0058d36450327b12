import type { Ledger } from './ledger.ts'

export type Delays = {
  /** Notes that a reader is told now of an event that was recorded at `since` (milliseconds since 1970). */
  note(reader: string, event: string, since: number): void
  /** Half of the delays, 99 % of them, and the longest. */
  told(): string
}

/** Longer than any fault with the time to settle: what comes later was stuck until something else freed it. */
const LATEST_MS = 60_000

/** Measures how long events take to those who wait for them; one that takes longer than a minute is a breach. */
export function measureDelays(ledger: Ledger): Delays {
  const delays: number[] = []
  return {
    note(reader, event, since) {
      const delay = Math.max(0, Date.now() - since)
      delays.push(delay)
      if (delay > LATEST_MS) ledger.breach('late', `${reader}: ${event} after ${Math.round(delay / 1_000)} s`)
    },
    told() {
      const sorted = delays.toSorted((one, other) => one - other)
      const at = (share: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      return `half ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`
    },
  }
}
