export type FairBatches<Key, Item, Result> = {
  /**
   * Works an item together with others that wait. Resolves with its result.
   * @throws the error of its batch, or its own one if the batch was split
   */
  run(key: Key, item: Item): Promise<Result>
}

type FairBatchesOptions<Item, Result> = {
  /** Maximum number of concurrent batches, in total and with items of one key. */
  most: number
  mostOfKey: number
  /** Maximum number of items of a batch. */
  size: number
  /** Works a batch. Returns a result for each item, in their order. */
  work: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Whether the items of a batch that failed with an error are worked one by one. */
  isSplit: (error: unknown) => Promise<boolean>
}

type Entry<Item, Result> = {
  item: Item
  done: (result: Result) => void
  failed: (error: unknown) => void
}

/**
 * Works items in batches of those that wait at the same time. Keys take turns, so that a busy key delays the others at
 * most by a running batch.
 */
export function fairBatches<Item, Result, Key = number>(
  options: FairBatchesOptions<Item, Result>,
): FairBatches<Key, Item, Result> {
  return new Batches<Key, Item, Result>(options)
}

class Batches<Key, Item, Result> implements FairBatches<Key, Item, Result> {
  readonly #options: FairBatchesOptions<Item, Result>
  readonly #waiting = new Map<Key, Entry<Item, Result>[]>()
  readonly #running = new Map<Key, number>()
  #total = 0
  #isStarting = false

  constructor(options: FairBatchesOptions<Item, Result>) {
    this.#options = options
  }

  run(key: Key, item: Item): Promise<Result> {
    return new Promise((done, failed) => {
      const entries = this.#waiting.get(key)
      if (entries) entries.push({ item, done, failed })
      else this.#waiting.set(key, [{ item, done, failed }])
      this.#startSoon()
    })
  }

  /** Starts batches after the current callbacks, whose items share them. */
  #startSoon(): void {
    if (this.#isStarting || this.#total >= this.#options.most) return
    this.#isStarting = true
    setImmediate(() => {
      this.#isStarting = false
      while (this.#total < this.#options.most) {
        const batch = this.#take()
        if (batch.size === 0) return
        void this.#work(batch)
      }
    })
  }

  /** Takes waiting items for one batch, one of each key in turn. Keys that were served move to the end. */
  #take(): Map<Key, Entry<Item, Result>[]> {
    const { size, mostOfKey } = this.#options
    const batch = new Map<Key, Entry<Item, Result>[]>()
    const open = [...this.#waiting.keys()].filter((key) => (this.#running.get(key) ?? 0) < mostOfKey)
    for (let left = size, before = 0; left > 0 && left !== before;) {
      before = left
      for (const key of open) {
        const entry = left > 0 ? this.#waiting.get(key)?.shift() : undefined
        if (!entry) continue
        batch.set(key, [...(batch.get(key) ?? []), entry])
        left--
      }
    }
    for (const key of batch.keys()) this.#moveToEnd(key)
    return batch
  }

  #moveToEnd(key: Key): void {
    const rest = this.#waiting.get(key) ?? []
    this.#waiting.delete(key)
    if (rest.length > 0) this.#waiting.set(key, rest)
  }

  async #work(batch: Map<Key, Entry<Item, Result>[]>): Promise<void> {
    this.#count(batch.keys(), 1)
    this.#total++
    await this.#settle([...batch.values()].flat())
    this.#total--
    this.#count(batch.keys(), -1)
    this.#startSoon()
  }

  #count(keys: Iterable<Key>, change: number): void {
    for (const key of keys) {
      const count = (this.#running.get(key) ?? 0) + change
      if (count > 0) this.#running.set(key, count)
      else this.#running.delete(key)
    }
  }

  async #settle(entries: Entry<Item, Result>[]): Promise<void> {
    const { work, isSplit } = this.#options
    try {
      const results = await work(entries.map(({ item }) => item))
      entries.forEach(({ done }, index) => done(results[index] as Result))
    } catch (error) {
      if (entries.length > 1 && (await isSplit(error).catch(() => false)))
        for (const entry of entries) await this.#settle([entry])
      else entries.forEach(({ failed }) => failed(error))
    }
  }
}
