import { FairCache } from '../../lib/concurrency/fair-cache.ts'
import type { Asked, CachedResponse } from './cached-response.ts'

/** The stored responses of a process, of which no organization pushes out those of others. */
export class StoredResponses {
  readonly #cache: FairCache<CachedResponse>

  /** `maxBytes` is the size of all bodies and keys. */
  constructor(maxBytes: number) {
    this.#cache = new FairCache(maxBytes)
  }

  /** Returns the response to a request, which may be of an earlier revision. */
  of({ caller, key }: Asked): CachedResponse | undefined {
    return this.#cache.get(caller.organizationId ?? 0, key)
  }

  put({ caller, key }: Asked, response: CachedResponse): void {
    this.#cache.set(caller.organizationId ?? 0, key, response, response.body.length + key.length)
  }
}
