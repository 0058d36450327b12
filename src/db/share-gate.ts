/** Shares the connections of a pool between owners. */
type ShareGate = {
  /** Takes a connection of the owner's share. Returns false when none is free. */
  tryEnter(owner: number): boolean
  /** Calls `enter` when the owner obtains a connection, or `expire` after `milliseconds` without one. */
  wait(owner: number, milliseconds: number, enter: () => void, expire: () => void): void
  /** Returns a connection. The waiting owner with the fewest connections receives it. */
  leave(owner: number): void
}

type Waiter = { enter: () => void; timer: NodeJS.Timeout }

/**
 * Number of connections that an owner may hold for each free one. This is the dynamic threshold of Choudhury
 * and Hahne for shared buffers. One owner alone obtains two thirds of all connections, two heavy owners two
 * fifths each. Some always stay free for owners that hold none.
 */
const PER_FREE = 2

/** Creates the gate of a pool of `connections`. */
export function createShareGate(connections: number): ShareGate {
  const held = new Map<number, number>()
  const waiting = new Map<number, Waiter[]>()
  let total = 0

  const heldBy = (owner: number) => held.get(owner) ?? 0
  const hasRoom = (owner: number) => heldBy(owner) < PER_FREE * (connections - total)
  const take = (owner: number) => {
    total++
    held.set(owner, heldBy(owner) + 1)
  }
  const remove = (owner: number, waiter: Waiter) => {
    const left = waiting.get(owner)?.filter((one) => one !== waiter) ?? []
    // An owner that was just served follows the others that hold as many.
    waiting.delete(owner)
    if (left.length > 0) waiting.set(owner, left)
  }
  const neediest = (): number | undefined => {
    let found: number | undefined
    for (const owner of waiting.keys())
      if (hasRoom(owner) && (found === undefined || heldBy(owner) < heldBy(found))) found = owner
    return found
  }
  const admit = () => {
    if (waiting.size === 0) return
    for (let owner = neediest(); owner !== undefined; owner = neediest()) {
      const waiter = waiting.get(owner)?.[0]
      if (!waiter) return
      remove(owner, waiter)
      clearTimeout(waiter.timer)
      take(owner)
      // The connection is still being returned to the pool.
      process.nextTick(waiter.enter)
    }
  }
  return {
    tryEnter(owner) {
      if (!hasRoom(owner)) return false
      take(owner)
      return true
    },
    wait(owner, milliseconds, enter, expire) {
      const timer = setTimeout(() => {
        remove(owner, waiter)
        expire()
      }, milliseconds).unref()
      const waiter: Waiter = { enter, timer }
      waiting.set(owner, [...(waiting.get(owner) ?? []), waiter])
    },
    leave(owner) {
      total--
      const left = heldBy(owner) - 1
      if (left > 0) held.set(owner, left)
      else held.delete(owner)
      admit()
    },
  }
}
