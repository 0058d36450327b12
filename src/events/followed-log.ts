import type { Db } from '../db/database.ts'
import { failurePeriod, type FailurePeriod } from '../lib/concurrency/failure-period.ts'
import type { FairQueue } from '../lib/concurrency/fair-queue.ts'
import type { Logger } from '../lib/log/logger.ts'
import type { Cursor } from './cursor.ts'
import type { EventRow } from './event-row.ts'
import { createLogReader } from './log-reader.ts'

type Listener = (event: EventRow) => void

/** Shared by the logs of a process. `reads` limits the reads at a time. */
type Tools = { db: Db; log: Logger; reads: FairQueue }

const BATCH = 500

/** The log of one organization, as far as the listeners of this process have received it. */
export class FollowedLog {
  readonly #organizationId: number
  readonly #reads: FairQueue
  readonly #readLog: ReturnType<typeof createLogReader>
  readonly #failing: FailurePeriod
  readonly #listeners = new Set<Listener>()
  #cursor: Cursor
  #isBehind = false
  #isReading = false
  #reading: Promise<void> = Promise.resolve()

  constructor({ db, log, reads }: Tools, organizationId: number, start: Cursor) {
    this.#organizationId = organizationId
    this.#reads = reads
    this.#readLog = createLogReader(db, BATCH)
    this.#failing = failurePeriod('reading the event log', log)
    this.#cursor = start
  }

  position(): Cursor {
    return this.#cursor
  }

  /** Reads what is ahead, unless the log is known to end at or before the number `end`. */
  wake(end = Infinity): void {
    if (end <= this.#cursor.position) return
    this.#isBehind = true
    if (this.#isReading) return
    this.#isReading = true
    this.#reading = this.#readAll()
  }

  /** Waits for the running read. */
  settled(): Promise<void> {
    return this.#reading
  }

  /** Adds a listener. Returns a function that removes it and calls `onEmpty` if it was the last. */
  add(listener: Listener, onEmpty: () => void): () => void {
    // Each subscription has an entry of its own, also for an equal function.
    const own: Listener = (event) => listener(event)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
      if (this.#listeners.size === 0) onEmpty()
    }
  }

  /** Reads until the end of the log, or until a read fails. The next poll then tries again. */
  async #readAll(): Promise<void> {
    try {
      while (this.#isBehind && this.#listeners.size > 0) {
        // Events that are reported during the read may be missing from it.
        this.#isBehind = false
        await this.#reads.run(this.#organizationId, () => this.#read())
      }
      this.#failing.worked()
    } catch (error) {
      this.#failing.failed(error)
    } finally {
      this.#isReading = false
    }
  }

  async #read(): Promise<void> {
    const read = await this.#readLog({ organizationId: this.#organizationId, after: this.#cursor })
    this.#cursor = read.reachedPosition
    if (read.more) this.#isBehind = true
    for (const event of read.events) for (const listener of this.#listeners) listener(event)
  }
}
