/** Whether a key with `running` pieces of work may start another one while `total` pieces of all keys run. */
type Policy = (running: number, total: number) => boolean

/** Permits `most` pieces of work in total (default unlimited) and `mostOfKey` of each key. */
export function limits({ most = Infinity, mostOfKey }: { most?: number; mostOfKey: number }): Policy {
  return (running, total) => total < most && running < mostOfKey
}

/** Number of slots that a key may hold for each free one. */
const PER_FREE = 2

/**
 * Permits a key twice as many of `slots` as are free. This is the dynamic threshold of Choudhury and Hahne for shared
 * buffers. One key alone obtains two thirds of all slots, two heavy keys two fifths each. Some always stay free for
 * keys that hold none.
 */
export function shares(slots: number): Policy {
  return (running, total) => running < PER_FREE * (slots - total)
}

type FairQueueOptions = {
  /** Maximum number of waiting pieces of work per key. Default unlimited. */
  mostWaiting?: number
  /** Maximum number of waiting pieces of work in total. Default unlimited. */
  mostWaitingInAll?: number
  /** Creates the error for work that may not wait. */
  refuse?: () => Error
}

type Waiter = { enter: () => void; timer?: NodeJS.Timeout | undefined }

/**
 * Shares limited concurrency fairly among keys. The waiting key with the least running work is next, and keys with as
 * much of it take turns. Work of one key starts in order.
 */
export class FairQueue<Key = number> {
  readonly #mayStart: Policy
  readonly #options: FairQueueOptions
  readonly #running = new Map<Key, number>()
  readonly #waiting = new Map<Key, Waiter[]>()
  #total = 0
  #waitingInAll = 0

  constructor(policy: Policy, options: FairQueueOptions = {}) {
    this.#mayStart = policy
    this.#options = options
  }

  /** Number of waiting pieces of work of all keys. */
  get waitingCount(): number {
    return this.#waitingInAll
  }

  /**
   * Runs work of a key as soon as the policy permits it. Rejects with the error of the work.
   * @throws the error of `refuse` when too much work of the key or in total is already waiting
   */
  async run<Value>(key: Key, work: () => Promise<Value>): Promise<Value> {
    if (!this.tryEnter(key)) await new Promise<void>((resolve) => this.wait(key, resolve))
    try {
      return await work()
    } finally {
      this.leave(key)
    }
  }

  /** Counts work of the key as running. Returns false when the policy does not permit it now. */
  tryEnter(key: Key): boolean {
    if (!this.#hasRoom(key)) return false
    this.#enter(key)
    return true
  }

  /**
   * Calls `enter` when work of the key is counted as running, or `expire` after `milliseconds` without it.
   * @throws the error of `refuse` when too much work of the key or in total is already waiting
   */
  wait(key: Key, enter: () => void, milliseconds?: number, expire?: () => void): void {
    const { mostWaiting = Infinity, mostWaitingInAll = Infinity, refuse } = this.#options
    const queue = this.#waiting.get(key)
    if ((queue?.length ?? 0) >= mostWaiting || this.#waitingInAll >= mostWaitingInAll)
      throw refuse?.() ?? new Error('too much is waiting')
    const waiter: Waiter = { enter }
    if (milliseconds !== undefined)
      waiter.timer = setTimeout(() => {
        this.#remove(key, waiter)
        expire?.()
      }, milliseconds).unref()
    // A thousand pieces of work may wait, so the list is not copied.
    if (queue) queue.push(waiter)
    else this.#waiting.set(key, [waiter])
    this.#waitingInAll++
  }

  /** Counts work of the key as ended, and starts what may follow. */
  leave(key: Key): void {
    this.#total--
    const left = this.#runningOf(key) - 1
    if (left > 0) this.#running.set(key, left)
    else this.#running.delete(key)
    if (this.#waitingInAll > 0) this.#admit()
  }

  #runningOf(key: Key): number {
    return this.#running.get(key) ?? 0
  }

  #hasRoom(key: Key): boolean {
    return this.#mayStart(this.#runningOf(key), this.#total)
  }

  #enter(key: Key): void {
    this.#total++
    this.#running.set(key, this.#runningOf(key) + 1)
  }

  #remove(key: Key, waiter: Waiter): void {
    const left = this.#waiting.get(key) ?? []
    left.splice(left.indexOf(waiter), 1)
    this.#waitingInAll--
    // A key that was just served follows the others that run as much.
    this.#waiting.delete(key)
    if (left.length > 0) this.#waiting.set(key, left)
  }

  #admit(): void {
    for (let key = this.#next(); key !== undefined; key = this.#next()) {
      const waiter = this.#waiting.get(key)?.[0]
      if (!waiter) return
      this.#remove(key, waiter)
      clearTimeout(waiter.timer)
      this.#enter(key)
      // The caller of `leave` still returns what the work held.
      process.nextTick(waiter.enter)
    }
  }

  /** The waiting key that may start with the least running work, or undefined. */
  #next(): Key | undefined {
    let found: Key | undefined
    for (const key of this.#waiting.keys()) {
      const isNeedier = found === undefined || this.#runningOf(key) < this.#runningOf(found)
      if (isNeedier && this.#hasRoom(key)) found = key
    }
    return found
  }
}
