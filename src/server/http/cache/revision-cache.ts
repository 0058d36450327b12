import type { Revision } from '../../../db/history/revisions.ts'
import { FairCache } from '../../../lib/concurrency/fair-cache.ts'

/** A value, and the revision of its organization from before it was computed. */
type Stored<Value> = { revision: Revision; value: Value }

type Computed<Value> = { revision: Revision; value: Promise<Value | null> }

/**
 * The cache of a process. It is strictly consistent: a value is stored with the revision of its organization from
 * before it was computed, and served only while that revision, read after the request arrived, is unchanged. All kinds
 * of values share its size, and no organization pushes out the values of others.
 */
export class RevisionCache {
  readonly #stored: FairCache<Stored<unknown>>
  /** Whether it stores values. Without, a request need not read the revision of its organization. */
  readonly stores: boolean

  /** `maxBytes` is the size of all values and keys. 0 stores nothing. */
  constructor(maxBytes: number) {
    this.#stored = new FairCache(maxBytes)
    this.stores = maxBytes > 0
  }

  /** Returns the part of the cache that has the values of one kind. Only one part may have a name. */
  part<Value>(name: string, bytesOf: (value: Value) => number): CachePart<Value> {
    return new CachePart(this.#stored as FairCache<Stored<Value>>, name, bytesOf)
  }
}

/** Values of one kind, by their organization and a key of everything else that decides them. */
export class CachePart<Value> {
  readonly #stored: FairCache<Stored<Value>>
  readonly #name: string
  readonly #bytesOf: (value: Value) => number
  /** Values that are being computed. */
  readonly #computed = new Map<string, Computed<Value>>()

  constructor(stored: FairCache<Stored<Value>>, name: string, bytesOf: (value: Value) => number) {
    this.#stored = stored
    this.#name = name
    this.#bytesOf = bytesOf
  }

  /** Returns the value of a key, which may be of an earlier revision. */
  find(organizationId: number, key: string): Stored<Value> | undefined {
    return this.#stored.get(organizationId, this.#nameOf(key))
  }

  /** Returns the value of a key at a revision. Null if there is none. */
  findPresent(organizationId: number, key: string, revision: Revision): Value | null {
    const stored = this.find(organizationId, key)
    return stored?.revision === revision ? stored.value : null
  }

  put(organizationId: number, key: string, stored: Stored<Value>): void {
    const whole = this.#nameOf(key)
    this.#stored.set(organizationId, whole, stored, this.#bytesOf(stored.value) + whole.length)
  }

  /**
   * Returns the value that is being computed from data of this revision or later. It is null if the computation has
   * nothing to share. Undefined if none is computed.
   */
  computed(organizationId: number, key: string, revision: Revision): Promise<Value | null> | undefined {
    const computed = this.#computed.get(`${organizationId} ${key}`)
    return computed?.revision === revision ? computed.value : undefined
  }

  /**
   * Announces a value, computed from data of this revision or later. Returns the function that ends the computation,
   * with null if there is nothing to share. The value is stored, unless a later computation of the key has begun.
   * Further calls have no effect.
   */
  begin(organizationId: number, key: string, revision: Revision): (value: Value | null) => void {
    const { promise, resolve } = Promise.withResolvers<Value | null>()
    const own = { revision, value: promise }
    const name = `${organizationId} ${key}`
    this.#computed.set(name, own)
    return (value) => {
      resolve(value)
      if (this.#computed.get(name) !== own) return
      this.#computed.delete(name)
      if (value !== null) this.put(organizationId, key, { revision, value })
    }
  }

  /**
   * Returns the value of a key at a revision. Requests of one revision share the computation. One that fails is
   * repeated by each that has waited for it. `isStored` is false for a value that is computed each time.
   */
  async fetch(
    { organizationId, key, revision }: { organizationId: number; key: string; revision: Revision },
    compute: () => Promise<Value>,
    isStored: (value: Value) => boolean = () => true,
  ): Promise<Value> {
    const present =
      this.findPresent(organizationId, key, revision) ?? (await this.computed(organizationId, key, revision))
    if (present != null) return present
    const end = this.begin(organizationId, key, revision)
    try {
      const value = await compute()
      end(isStored(value) ? value : null)
      return value
    } finally {
      end(null)
    }
  }

  #nameOf(key: string): string {
    return `${this.#name}\n${key}`
  }
}
