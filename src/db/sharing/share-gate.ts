type Waiter = { enter: () => void; timer: NodeJS.Timeout }

/**
 * Number of connections that an owner may hold for each free one. This is the dynamic threshold of Choudhury
 * and Hahne for shared buffers. One owner alone obtains two thirds of all connections, two heavy owners two
 * fifths each. Some always stay free for owners that hold none.
 */
const PER_FREE = 2

/** Shares the connections of a pool between owners. */
export class ShareGate {
  readonly #connections: number
  readonly #held = new Map<number, number>()
  readonly #waiting = new Map<number, Waiter[]>()
  #total = 0

  constructor(connections: number) {
    this.#connections = connections
  }

  /** Takes a connection of the owner's share. Returns false when none is free. */
  tryEnter(owner: number): boolean {
    if (!this.#hasRoom(owner)) return false
    this.#take(owner)
    return true
  }

  /** Calls `enter` when the owner obtains a connection, or `expire` after `milliseconds` without one. */
  wait(owner: number, milliseconds: number, enter: () => void, expire: () => void): void {
    const timer = setTimeout(() => {
      this.#remove(owner, waiter)
      expire()
    }, milliseconds).unref()
    const waiter: Waiter = { enter, timer }
    const queue = this.#waiting.get(owner)
    // A thousand reads may wait, so the list is not copied.
    if (queue) queue.push(waiter)
    else this.#waiting.set(owner, [waiter])
  }

  /** Returns a connection. The waiting owner with the fewest connections receives it. */
  leave(owner: number): void {
    this.#total--
    const left = this.#heldBy(owner) - 1
    if (left > 0) this.#held.set(owner, left)
    else this.#held.delete(owner)
    if (this.#waiting.size > 0) this.#admit()
  }

  #heldBy(owner: number): number {
    return this.#held.get(owner) ?? 0
  }

  #hasRoom(owner: number): boolean {
    return this.#heldBy(owner) < PER_FREE * (this.#connections - this.#total)
  }

  #take(owner: number): void {
    this.#total++
    this.#held.set(owner, this.#heldBy(owner) + 1)
  }

  #remove(owner: number, waiter: Waiter): void {
    const left = this.#waiting.get(owner) ?? []
    const index = left.indexOf(waiter)
    if (index >= 0) left.splice(index, 1)
    // An owner that was just served follows the others that hold as many.
    this.#waiting.delete(owner)
    if (left.length > 0) this.#waiting.set(owner, left)
  }

  #admit(): void {
    for (let owner = this.#neediest(); owner !== undefined; owner = this.#neediest()) {
      const waiter = this.#waiting.get(owner)?.[0]
      if (!waiter) return
      this.#remove(owner, waiter)
      clearTimeout(waiter.timer)
      this.#take(owner)
      // The connection is still being returned to the pool.
      process.nextTick(waiter.enter)
    }
  }

  #neediest(): number | undefined {
    let found: number | undefined
    for (const owner of this.#waiting.keys()) {
      const isNeedier = found === undefined || this.#heldBy(owner) < this.#heldBy(found)
      if (isNeedier && this.#hasRoom(owner)) found = owner
    }
    return found
  }
}
