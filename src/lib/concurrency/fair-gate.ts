export type FairGate<Key = number> = {
  /**
   * Runs work for a key as soon as there is capacity. Waiting keys take turns. Work of one key runs in order.
   * Rejects with the error of the work.
   * @throws the error of `refuse` when too much work of the key or in total is already waiting
   */
  run<Value>(key: Key, work: () => Promise<Value>): Promise<Value>
}

type FairGateOptions = {
  /** Maximum concurrency, in total (default unlimited) and per key. */
  most?: number
  mostOfKey: number
  /** Maximum number of waiting items per key. Default unlimited. */
  mostWaiting?: number
  /** Maximum number of waiting items in total. Default unlimited. */
  mostWaitingInAll?: number
  /** Creates the error for work that may not wait. */
  refuse?: () => Error
}

/** Shares limited concurrency fairly among keys. A busy key delays the others at most by its running work. */
export function fairGate<Key = number>(options: FairGateOptions): FairGate<Key> {
  return new Gate<Key>(options)
}

class Gate<Key> implements FairGate<Key> {
  readonly #options: Required<Omit<FairGateOptions, 'refuse'>> & Pick<FairGateOptions, 'refuse'>
  readonly #waiting = new Map<Key, (() => void)[]>()
  readonly #running = new Map<Key, number>()
  #total = 0
  #waitingInAll = 0

  constructor(options: FairGateOptions) {
    const { most = Infinity, mostWaiting = Infinity, mostWaitingInAll = Infinity } = options
    this.#options = { ...options, most, mostWaiting, mostWaitingInAll }
  }

  async run<Value>(key: Key, work: () => Promise<Value>): Promise<Value> {
    await this.#turn(key)
    try {
      return await work()
    } finally {
      this.#leave(key)
    }
  }

  #hasRoom(key: Key): boolean {
    const { most, mostOfKey } = this.#options
    return this.#total < most && (this.#running.get(key) ?? 0) < mostOfKey
  }

  #turn(key: Key): Promise<void> | void {
    if (this.#hasRoom(key)) return this.#enter(key)
    const { mostWaiting, mostWaitingInAll, refuse } = this.#options
    const queue = this.#waiting.get(key) ?? []
    if (queue.length >= mostWaiting || this.#waitingInAll >= mostWaitingInAll)
      throw refuse?.() ?? new Error('too much is waiting')
    this.#waiting.set(key, queue)
    this.#waitingInAll++
    return new Promise((resolve) => queue.push(resolve))
  }

  #enter(key: Key): void {
    this.#total++
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
  }

  #leave(key: Key): void {
    this.#total--
    const others = (this.#running.get(key) ?? 1) - 1
    if (others > 0) this.#running.set(key, others)
    else this.#running.delete(key)
    this.#admit()
  }

  /** Starts work of the first key that has capacity and moves the key to the end. */
  #admit(): void {
    for (const [key, queue] of this.#waiting) {
      if (!this.#hasRoom(key)) continue
      const begin = queue.shift()
      this.#waitingInAll--
      this.#waiting.delete(key)
      if (queue.length > 0) this.#waiting.set(key, queue)
      this.#enter(key)
      begin?.()
      return
    }
  }
}
