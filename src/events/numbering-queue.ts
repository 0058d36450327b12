/** Pause of an organization whose events were numbered, in milliseconds, so that writes in a row share a statement. */
export const PAUSE_MS = 20

/**
 * The organizations whose events wait for their numbers, in the order in which they were added. Each is in work at most
 * once at a time. Calls `onResumed` when the pause of an organization ends.
 */
export class NumberingQueue {
  readonly #waiting = new Set<number>()
  readonly #running = new Set<number>()
  readonly #paused = new Set<number>()
  readonly #onResumed: () => void

  constructor(onResumed: () => void) {
    this.#onResumed = onResumed
  }

  /** Whether no organization is in work. */
  get isIdle(): boolean {
    return this.#running.size === 0
  }

  add(organizationId: number): void {
    this.#waiting.add(organizationId)
  }

  /** Returns the next organization to number, which is then in work. Undefined if none can be numbered now. */
  take(): number | undefined {
    for (const id of this.#waiting)
      if (!this.#running.has(id) && !this.#paused.has(id)) {
        this.#waiting.delete(id)
        this.#running.add(id)
        return id
      }
    return undefined
  }

  /** Ends the work on an organization. */
  finish(organizationId: number): void {
    this.#running.delete(organizationId)
  }

  /** Excludes an organization for a while. */
  pause(organizationId: number): void {
    this.#paused.add(organizationId)
    const resume = () => {
      this.#paused.delete(organizationId)
      this.#onResumed()
    }
    setTimeout(resume, PAUSE_MS).unref()
  }

  /** Ends all pauses. */
  resumeAll(): void {
    this.#paused.clear()
  }
}
