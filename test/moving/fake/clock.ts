import type { FetchClock } from '../../../src/moving/fetch/retrying.ts'

/** A clock that passes by itself when it is waited for. */
export function fakeClock(): FetchClock & { waits: number[] } {
  let now = Date.UTC(2026, 10, 22)
  const waits: number[] = []
  return {
    waits,
    now: () => now,
    wait: async (ms) => {
      waits.push(ms)
      now += ms
    },
  }
}
