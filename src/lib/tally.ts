/** How many of each key there are. */
export type Tally<Key = string> = {
  /** Counts one more and returns what ends it, once; null when there are as many as there may be. */
  enter(key: Key): (() => void) | null
}

/** Counts up to `most` of each key, and remembers a key only while there is one of it. */
export function createTally<Key = string>(most: number): Tally<Key> {
  const counts = new Map<Key, number>()
  return {
    enter(key) {
      const count = counts.get(key) ?? 0
      if (count >= most) return null
      counts.set(key, count + 1)
      let left = false
      return () => {
        if (left) return
        left = true
        const rest = (counts.get(key) ?? 1) - 1
        if (rest > 0) counts.set(key, rest)
        else counts.delete(key)
      }
    },
  }
}
