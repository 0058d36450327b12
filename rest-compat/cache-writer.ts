import type { Response } from 'express'

/**
 * Writer of the response cache for one request. A cached response is valid while the organization's revision
 * is unchanged.
 */
export type CacheWriter = {
  /** Returns the current revision of the organization's data. Call it before the response is computed. */
  revision(): Promise<string>
  /** Stores a UTF-8 body with the value of its Link header. */
  store(revision: string, body: Buffer, link: string | null): void
}

/** Returns the cache writer of this request, or null if its response is not cacheable. */
export function cacheWriterOf(response: Response): CacheWriter | null {
  return (response.locals.cacheWriter as CacheWriter | undefined) ?? null
}
