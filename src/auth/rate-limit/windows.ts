import { monotonicMs } from '../../lib/time/clock.ts'
import { WINDOW_SECONDS } from './bucket.ts'

const WINDOW_MS = WINDOW_SECONDS * 1_000

/**
 * Windows of the database's clock, so that servers with different clocks have the same ones. Each credential
 * has its own offset within the minute, so that not all clients return at the same moment.
 */
export class DatabaseWindows {
  /** Database time minus `monotonicMs()`, in milliseconds. */
  #offset: number | null = null

  /** Adopts the database's time of a statement that ran between two monotonic times. */
  observe(databaseMs: number, askedAt: number, answeredAt: number): void {
    const [least, most] = [databaseMs - answeredAt, databaseMs - askedAt]
    this.#offset = Math.min(most, Math.max(least, this.#offset ?? (least + most) / 2))
  }

  /**
   * Returns the number of the current window of a credential and its end in `monotonicMs()`. A small
   * correction of the clock does not return to the window before, `last`.
   */
  next(credential: string, last: number | undefined): { window: number; endsAt: number } {
    const offset = (this.#offset ?? 0) + phaseOf(credential)
    const current = Math.floor((monotonicMs() + offset) / WINDOW_MS)
    const window = current === last || current + 1 === last ? last + 1 : current
    return { window, endsAt: (window + 1) * WINDOW_MS - offset }
  }
}

/** Returns a number from 0 to 59,999 that is the same for a credential on all servers. */
function phaseOf(credential: string): number {
  let hash = 0
  for (let index = 0; index < credential.length; index++)
    hash = (Math.imul(hash, 31) + credential.charCodeAt(index)) | 0
  return (Math.imul(hash, 0x9e3779b1) >>> 0) % WINDOW_MS
}
