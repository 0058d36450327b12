import { LRUCache } from 'lru-cache'

export type ShortCache<Made> = {
  /** Returns the cached value of a key, or creates it once for all concurrent callers. */
  getOrCreate(key: string, make: () => Promise<Made>): Promise<Made>
  forget(): void
}

/** Maximum lifetime of a cached value in milliseconds. */
const TTL_MS = 5_000

/** Creates a cache of values of the last seconds, limited to a total size. */
export function shortCache<Made extends object>(
  most: number,
  sizeOf: (made: Made) => number,
): ShortCache<Made> {
  const making = new Map<string, Promise<Made>>()
  const made = new LRUCache<string, Made>({ maxSize: most, sizeCalculation: sizeOf })
  let forgetting = false

  const keep = (key: string, value: Made) => {
    made.set(key, value)
    if (forgetting) return
    forgetting = true
    setTimeout(() => {
      forgetting = false
      made.clear()
    }, TTL_MS).unref()
  }
  return {
    getOrCreate(key, make) {
      const known = made.get(key)
      if (known) return Promise.resolve(known)
      const begun =
        making.get(key) ??
        make()
          .then((value) => (keep(key, value), value))
          .finally(() => making.delete(key))
      making.set(key, begun)
      return begun
    },
    forget: () => made.clear(),
  }
}
