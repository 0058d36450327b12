/** Pause of an organization whose events were numbered, in milliseconds, so that writes in a row share a statement. */
export const PAUSE_MS = 20
/** Maximum number of organizations whose events are numbered in one transaction. */
export const MAX_TOGETHER = 16

type QueueOptions = {
  /** Whether an organization cannot share a transaction with others. */
  mustBeAlone: (organizationId: number) => boolean
  /** Called when the pause of an organization ends. */
  onResumed: () => void
}

/**
 * The organizations whose events wait for their numbers, in the order in which they were added. Each is in work at most
 * once at a time.
 */
export class NumberingQueue {
  readonly #waiting = new Set<number>()
  readonly #running = new Set<number>()
  readonly #paused = new Set<number>()
  readonly #options: QueueOptions

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Whether no organization is in work. */
  get isIdle(): boolean {
    return this.#running.size === 0
  }

  add(organizationId: number): void {
    this.#waiting.add(organizationId)
  }

  /**
   * Returns organizations to number in one transaction, which are then in work. They are sorted, so that transactions
   * lock them in the same order. The waiting ones are shared among `transactions`, so that a few have a transaction
   * of their own each.
   */
  take(transactions: number): number[] {
    const ready = [...this.#waiting].filter((id) => !this.#running.has(id) && !this.#paused.has(id))
    const [first] = ready
    if (first === undefined) return []
    const others = ready.filter((id) => !this.#options.mustBeAlone(id))
    const size = Math.min(MAX_TOGETHER, Math.ceil(others.length / transactions))
    const taken = others[0] === first ? others.slice(0, size) : [first]
    for (const id of taken) {
      this.#waiting.delete(id)
      this.#running.add(id)
    }
    return taken.sort((one, other) => one - other)
  }

  /** Ends the work on organizations. */
  finish(organizationIds: readonly number[]): void {
    for (const id of organizationIds) this.#running.delete(id)
  }

  /** Excludes an organization for a while. */
  pause(organizationId: number): void {
    this.#paused.add(organizationId)
    const resume = () => {
      this.#paused.delete(organizationId)
      this.#options.onResumed()
    }
    setTimeout(resume, PAUSE_MS).unref()
  }

  /** Ends all pauses. */
  resumeAll(): void {
    this.#paused.clear()
  }
}
