type Entry<Value> = { value: Value; size: number }
type Owned<Value> = { size: number; entries: Map<string, Entry<Value>> }

/**
 * A cache of limited size, which owners share. When it is full, the owner with the most gives up the entries that it
 * has not used for the longest time. An owner can use all of it while others need nothing, and cannot push out
 * theirs. An entry larger than the whole is not stored.
 */
export class FairCache<Value> {
  readonly #maxSize: number
  readonly #owners = new Map<number, Owned<Value>>()
  #size = 0

  /** `maxSize` is in the unit of the sizes of entries. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  /** Sum of the sizes of all entries. */
  get size(): number {
    return this.#size
  }

  get(owner: number, key: string): Value | undefined {
    const entries = this.#owners.get(owner)?.entries
    const entry = entries?.get(key)
    if (!entries || !entry) return undefined
    // The last one of a map is the one used last.
    entries.delete(key)
    entries.set(key, entry)
    return entry.value
  }

  set(owner: number, key: string, value: Value, size: number): void {
    this.#delete(owner, key)
    if (size > this.#maxSize) return
    while (this.#size + size > this.#maxSize) this.#evict(owner, size)
    const owned = this.#owners.get(owner) ?? { size: 0, entries: new Map<string, Entry<Value>>() }
    this.#owners.set(owner, owned)
    owned.entries.set(key, { value, size })
    owned.size += size
    this.#size += size
  }

  /** Deletes the oldest entry of the owner who has most, with the entry of `size` that `owner` adds. */
  #evict(owner: number, size: number): void {
    let [largest, most] = [owner, -1]
    for (const [id, owned] of this.#owners) {
      const own = owned.size + (id === owner ? size : 0)
      if (own > most) [largest, most] = [id, own]
    }
    const [oldest] = this.#owners.get(largest)?.entries.keys() ?? []
    if (oldest !== undefined) this.#delete(largest, oldest)
  }

  #delete(owner: number, key: string): void {
    const owned = this.#owners.get(owner)
    const entry = owned?.entries.get(key)
    if (!owned || !entry) return
    owned.entries.delete(key)
    owned.size -= entry.size
    this.#size -= entry.size
    if (owned.entries.size === 0) this.#owners.delete(owner)
  }
}
