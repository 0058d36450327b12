import { now } from '../../lib/time/clock.ts'

export type Postponed<Key> = {
  /** Those whose time has not come again. */
  off(): Key[]
  /** Leaves one out for a while, longer each time; true at its first time. */
  postpone(key: Key): boolean
}

const MIN_MS = 5_000
const MAX_MS = 300_000
/** How long one is remembered that is no longer postponed. */
const FORGOTTEN_MS = 3_600_000

/** What has failed by itself and is left out for a while, from five seconds up to five minutes. */
export function postponed<Key>(keyName: (key: Key) => string): Postponed<Key> {
  const entries = new Map<string, { key: Key; until: number; pauseMs: number }>()
  return {
    off() {
      const at = now().getTime()
      for (const [name, { until }] of entries) if (until + FORGOTTEN_MS < at) entries.delete(name)
      return [...entries.values()].filter(({ until }) => until > at).map(({ key }) => key)
    },
    postpone(key) {
      const known = entries.get(keyName(key))
      const pauseMs = Math.min((known?.pauseMs ?? MIN_MS / 2) * 2, MAX_MS)
      entries.set(keyName(key), { key, until: now().getTime() + pauseMs, pauseMs })
      return known === undefined
    },
  }
}
