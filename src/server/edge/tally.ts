/** How many of each key there are. */
export type Tally = {
  /** Counts one more and returns what ends it, once; null when there are as many as there may be. */
  enter(key: string): (() => void) | null
}

/** Counts up to `most` of each key, and remembers a key only while there is one of it. */
export function createTally(most: number): Tally {
  const counts = new Map<string, number>()
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
