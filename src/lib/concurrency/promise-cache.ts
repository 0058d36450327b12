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
  /** Lifetime of a value in milliseconds, from the start of its load, or of each by itself. Default unlimited. */
  ttlMs?: number | ((value: Value) => number)
  /** Maximum total size of the values. */
  maxSize?: number
  sizeOf?: (value: Value) => number
}

/** A cached value, which may be null. */
type Entry<Value> = { value: Value }

/**
 * Creates a bounded cache of asynchronously loaded values. The library's own `fetch` takes several times as long for a
 * load, because it creates an abort signal.
 */
export function promiseCache<Value>(options: PromiseCacheOptions<Value>): PromiseCache<Value> {
  const { ttlMs } = options
  const cache = storeOf(options)
  const loads = new Map<string, Promise<Value>>()
  return {
    async fetch(key, load) {
      const entry = cache.get(key)
      if (entry) return entry.value
      const existing = loads.get(key)
      if (existing) return existing
      const startedAt = monotonicMs()
      const loading = load()
      loads.set(key, loading)
      // A load that is no longer listed began before its key was removed.
      try {
        const value = await loading
        const lifetime = typeof ttlMs === 'function' ? ttlMs(value) : ttlMs
        const ttl = lifetime === undefined ? {} : { ttl: Math.max(1, lifetime - (monotonicMs() - startedAt)) }
        if (loads.get(key) === loading) cache.set(key, { value }, ttl)
        return value
      } finally {
        if (loads.get(key) === loading) loads.delete(key)
      }
    },
    delete(key) {
      loads.delete(key)
      cache.delete(key)
    },
    clear() {
      loads.clear()
      cache.clear()
    },
  }
}

function storeOf<Value>({ max, ttlMs, maxSize, sizeOf }: PromiseCacheOptions<Value>) {
  return new LRUCache<string, Entry<Value>>({
    ...(max !== undefined && { max }),
    ...(maxSize !== undefined && { maxSize }),
    ...(sizeOf && { sizeCalculation: ({ value }) => sizeOf(value) }),
    ...(ttlMs !== undefined && {
      ttl: typeof ttlMs === 'number' ? ttlMs : 1,
      ttlResolution: 0,
      perf: { now: monotonicMs },
    }),
  } as LRUCache.Options<string, Entry<Value>, unknown>)
}
