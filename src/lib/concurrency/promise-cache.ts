import { LRUCache } from 'lru-cache'
import { monotonicMs } from '../time/clock.ts'

type PromiseCache<Value> = {
  /** Returns the value of a key, or loads it once for all concurrent callers. An error is not cached. */
  fetch(key: string, load: () => Promise<Value>): Promise<Value>
  delete(key: string): void
  /** Removes all values. Callers that wait for a value receive it, but it is not cached. */
  clear(): void
}

type PromiseCacheOptions<Value> = {
  /** Maximum number of values. */
  max?: number
  /** Lifetime of a value in milliseconds, from the start of its load. Default unlimited. */
  ttlMs?: number
  /** Maximum total size of the values. */
  maxSize?: number
  sizeOf?: (value: Value) => number
}

type Load<Value> = () => Promise<Value>
/** A cached value, which may be null. */
type Entry<Value> = { value: Value }

/** Creates a bounded cache of asynchronously loaded values. */
export function promiseCache<Value>(options: PromiseCacheOptions<Value>): PromiseCache<Value> {
  const { max, ttlMs, maxSize, sizeOf } = options
  const cache = new LRUCache<string, Entry<Value>, Load<Value>>({
    ...(max !== undefined && { max }),
    ...(maxSize !== undefined && { maxSize }),
    ...(sizeOf && { sizeCalculation: ({ value }) => sizeOf(value) }),
    ...(ttlMs !== undefined && { ttl: ttlMs, ttlResolution: 0, perf: { now: monotonicMs } }),
    // Otherwise `clear` would reject every caller that waits for a load.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: load, options: entryOptions }) {
      const startedAt = monotonicMs()
      const value = await load()
      if (ttlMs !== undefined) entryOptions.ttl = Math.max(1, ttlMs - (monotonicMs() - startedAt))
      return { value }
    },
  } as LRUCache.Options<string, Entry<Value>, Load<Value>>)
  return {
    async fetch(key, load) {
      // `fetch` takes ten times as long for a value that is cached.
      const entry = cache.get(key) ?? (await cache.fetch(key, { context: load }))
      return (entry as Entry<Value>).value
    },
    delete: (key) => void cache.delete(key),
    clear: () => cache.clear(),
  }
}
