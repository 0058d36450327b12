import { now } from '../time/clock.ts'

export type Postponed<Key> = {
  /** Returns the keys whose pause has not ended. */
  pausedKeys(): Key[]
  /** Postpones a key, with a longer pause each time. Returns whether it is the first time. */
  postpone(key: Key): boolean
}

const MIN_MS = 5_000
const MAX_MS = 300_000
/** How long after its pause a key is removed, in milliseconds. */
const FORGOTTEN_MS = 3_600_000

/** Tracks the keys of failed work, which pauses for five seconds at first and five minutes at most. */
export function postponed<Key>(keyName: (key: Key) => string): Postponed<Key> {
  const entries = new Map<string, { key: Key; until: number; pauseMs: number }>()
  return {
    pausedKeys() {
      const at = now().getTime()
      for (const [name, { until }] of entries) if (until + FORGOTTEN_MS < at) entries.delete(name)
      return [...entries.values()].filter(({ until }) => until > at).map(({ key }) => key)
    },
    postpone(key) {
      const existing = entries.get(keyName(key))
      const pauseMs = Math.min((existing?.pauseMs ?? MIN_MS / 2) * 2, MAX_MS)
      entries.set(keyName(key), { key, until: now().getTime() + pauseMs, pauseMs })
      return existing === undefined
    },
  }
}
