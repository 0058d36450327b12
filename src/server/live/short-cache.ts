import { promiseCache } from '../../lib/concurrency/promise-cache.ts'

export type ShortCache<Made> = {
  /** Returns the cached value of a key, or creates it once for all concurrent callers. */
  getOrCreate(key: string, make: () => Promise<Made>): Promise<Made>
  clear: () => void
}

/** Maximum lifetime of a cached value in milliseconds. */
const TTL_MS = 5_000

/** Creates a cache of values of the last seconds, limited to a total size. */
export function shortCache<Made extends object>(
  most: number,
  sizeOf: (made: Made) => number,
): ShortCache<Made> {
  const cache = promiseCache<Made>({ maxSize: most, sizeOf })
  let isClearing = false

  const clearLater = () => {
    if (isClearing) return
    isClearing = true
    setTimeout(() => {
      isClearing = false
      cache.clear()
    }, TTL_MS).unref()
  }
  return {
    getOrCreate: (key, make) =>
      cache.fetch(key, () => {
        clearLater()
        return make()
      }),
    clear: () => cache.clear(),
  }
}
