/** A counter per key. */
export type Tally<Key = string> = {
  /**
   * Increments the count and returns a function that decrements it once. Null when the maximum is reached.
   */
  enter(key: Key): (() => void) | null
}

/** Creates a counter with a maximum of `most` per key. Keys with a count of 0 are removed. */
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
