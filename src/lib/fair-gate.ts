export type FairGate<Key = number> = {
  /**
   * Runs work for a key as soon as there is room: keys that wait take turns, and the work of one key runs in the order in
   * which it came. Rejects with what the work rejects with.
   * @throws what `refuse` makes, when too much of the key or of all waits already
   */
  run<Value>(key: Key, work: () => Promise<Value>): Promise<Value>
}

export type FairGateOptions = {
  /** Most that runs at once, of all keys (unlimited by default) and of one. */
  most?: number
  mostOfKey: number
  /** Most that waits of one key; unlimited by default. */
  mostWaiting?: number
  /** Most that waits of all keys together; unlimited by default. */
  mostWaitingInAll?: number
  /** Makes the error for what may not wait. */
  refuse?: () => Error
}

/** Shares a few places among keys, so that one with much work delays the others by no more than what already runs. */
export function fairGate<Key = number>({
  most = Infinity,
  mostOfKey,
  mostWaiting = Infinity,
  mostWaitingInAll = Infinity,
  refuse,
}: FairGateOptions): FairGate<Key> {
  const waiting = new Map<Key, (() => void)[]>()
  const running = new Map<Key, number>()
  let total = 0
  let waitingInAll = 0

  const hasRoom = (key: Key) => total < most && (running.get(key) ?? 0) < mostOfKey
  const enter = (key: Key) => {
    total++
    running.set(key, (running.get(key) ?? 0) + 1)
  }
  const leave = (key: Key) => {
    total--
    const others = (running.get(key) ?? 1) - 1
    if (others > 0) running.set(key, others)
    else running.delete(key)
    admit()
  }
  /** Lets in the first key that may enter, and puts it behind the others. */
  const admit = () => {
    for (const [key, queue] of waiting) {
      if (!hasRoom(key)) continue
      const begin = queue.shift()
      waitingInAll--
      waiting.delete(key)
      if (queue.length > 0) waiting.set(key, queue)
      enter(key)
      begin?.()
      return
    }
  }
  const turn = (key: Key): Promise<void> | void => {
    if (hasRoom(key)) return enter(key)
    const queue = waiting.get(key) ?? []
    if (queue.length >= mostWaiting || waitingInAll >= mostWaitingInAll)
      throw refuse?.() ?? new Error('too much is waiting')
    waiting.set(key, queue)
    waitingInAll++
    return new Promise((resolve) => queue.push(resolve))
  }
  return {
    async run(key, work) {
      await turn(key)
      try {
        return await work()
      } finally {
        leave(key)
      }
    },
  }
}
