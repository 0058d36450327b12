import type { ClaimedQueue } from './claim-queues.ts'
import { queueKey, type WebhookQueue } from './queues.ts'

/** A queue that is being worked. */
type RunningQueue = {
  queue: ClaimedQueue
  /** Aborted to end the work after the running attempt. */
  ending: AbortController
  done: Promise<void>
  /** The same queue, claimed again. */
  next: ClaimedQueue | null
}

/** The queues that a worker works at the moment. */
export class RunningQueues {
  readonly #work: (queue: ClaimedQueue, signal: AbortSignal) => Promise<void>
  readonly #running = new Map<string, RunningQueue>()
  #isStopping = false

  /** `work` works one queue and does not throw. */
  constructor(work: (queue: ClaimedQueue, signal: AbortSignal) => Promise<void>) {
    this.#work = work
  }

  get size(): number {
    return this.#running.size
  }

  has(queue: WebhookQueue): boolean {
    return this.#running.has(queueKey(queue))
  }

  all(): RunningQueue[] {
    return [...this.#running.values()]
  }

  start(queue: ClaimedQueue): void {
    const key = queueKey(queue)
    const existing = this.#running.get(key)
    // The queue was released and claimed again before the response to the release arrived.
    if (existing) return void (existing.next = queue)
    const ending = new AbortController()
    const done = this.#work(queue, ending.signal).finally(() => {
      this.#running.delete(key)
      if (running.next && !this.#isStopping) this.start(running.next)
    })
    const running: RunningQueue = { queue, ending, done, next: null }
    this.#running.set(key, running)
  }

  /** Starts no queue again that ends from now on. */
  endRestarts(): void {
    this.#isStopping = true
  }

  /** Ends all queues after their running attempts. */
  async stop(): Promise<void> {
    const running = this.all()
    for (const { ending } of running) ending.abort()
    await Promise.all(running.map(({ done }) => done))
  }
}
