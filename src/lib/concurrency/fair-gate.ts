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
  /** Starts work of the first key that has capacity and moves the key to the end. */
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
