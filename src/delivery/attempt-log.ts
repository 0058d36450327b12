import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { isReachable, isUnavailable } from '../db/errors/is-too-much.ts'
import { notify } from '../db/history/notifications.ts'
import type { AttemptOutcome, DeliveryState } from '../db/generated/tables.ts'
import { FairQueue, limits } from '../lib/concurrency/fair-queue.ts'
import { failurePeriod, type FailurePeriod } from '../lib/concurrency/failure-period.ts'
import { retry } from '../lib/concurrency/retry.ts'
import type { Metrics } from '../graphql/metrics.ts'
import type { DueDelivery } from './due-deliveries.ts'
import { headerCharacters, type HeaderPairs } from './headers.ts'
import { storeAlone } from './store-alone.ts'
import { storeResults, storeResultsAgain } from './store-results.ts'

/** Result of one attempt and the next state of its delivery. */
export type AttemptRecord = {
  delivery: DueDelivery
  /** Body that was sent and is not stored yet, or null. */
  body: string | null
  attempt: {
    outcome: AttemptOutcome
    status: number | null
    durationMs: number
    /** Headers of the request, or null if none was sent. */
    requestHeaders: HeaderPairs | null
    /** Headers of the response, or null without one. */
    responseHeaders: HeaderPairs | null
    /** Whether headers of the response are missing or cut. */
    headersTruncated: boolean | null
    response: string | null
    error: string | null
    startedAt: Date
  }
  next: { state: DeliveryState; waitMs: number; reason: string | null }
}

type Entry = { result: AttemptRecord; stored: () => void; failed: (error: unknown) => void }

const MAX_AT_ONCE = 500
/**
 * Time in milliseconds for which results wait for others. PostgreSQL takes ten times as long for a result in a
 * statement of its own as for one of a hundred.
 */
const TOGETHER_MS = 5
/** Number of results that do not wait. */
const ENOUGH = 32
/** Number of characters of bodies, headers and responses at which a batch is full. */
const MAX_BATCH_CHARACTERS = 4_000_000
const RETRY_DELAY_MS = 300
/** Number of consecutive lost connections after which the statement may be their cause. */
const LOST_CONNECTIONS = 5
/** Maximum number of results stored individually at a time, which leaves connections for others. */
const ALONE_AT_ONCE = 2

/**
 * Stores results of attempts. Results that arrive within a few milliseconds, or during a statement, share the next one.
 * A result that PostgreSQL rejects is separated, and the others do not wait for it. Storing is idempotent.
 */
export class AttemptLog {
  readonly #db: Db
  readonly #log: Logger
  readonly #metrics: Pick<Metrics, 'countAttempt'>
  readonly #connection: FailurePeriod
  readonly #alone = new FairQueue(limits({ most: ALONE_AT_ONCE, mostOfKey: 1 }))
  #waiting: Entry[] = []
  #isWriting = false

  constructor(db: Db, log: Logger, metrics: Pick<Metrics, 'countAttempt'>) {
    this.#db = db
    this.#log = log
    this.#metrics = metrics
    this.#connection = failurePeriod('storing attempts', log)
  }

  /**
   * Resolves when the result is stored. Waits while the database is unreachable.
   * @throws the error with which PostgreSQL rejected the result after several tries, which is logged
   */
  write(result: AttemptRecord): Promise<void> {
    return new Promise<void>((stored, failed) => {
      this.#metrics.countAttempt(result.attempt)
      this.#waiting.push({ result, stored, failed })
      if (!this.#isWriting) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < ENOUGH) await sleep(TOGETHER_MS)
      const size = batchSize(this.#waiting)
      const batch = this.#waiting.slice(0, size)
      this.#waiting = this.#waiting.slice(size)
      await this.#store(batch, true)
      notify(this.#db, 'attempts')
    }
    this.#isWriting = false
  }

  /** Stores all entries, or bisects them to separate rejected ones. */
  async #store(entries: Entry[], isFirst: boolean): Promise<void> {
    if (await this.#isStored(entries, isFirst)) {
      this.#connection.worked()
      return entries.forEach(({ stored }) => stored())
    }
    if (entries.length === 1) return entries.forEach((entry) => void this.#separate(entry))
    const middle = Math.ceil(entries.length / 2)
    await this.#store(entries.slice(0, middle), false)
    await this.#store(entries.slice(middle), false)
  }

  /** Stores entries in one statement. Returns whether PostgreSQL accepted it. */
  async #isStored(entries: Entry[], isFirst: boolean): Promise<boolean> {
    const results = entries.map(({ result }) => result)
    try {
      await retry(
        (failures) => (isFirst && failures === 0 ? storeResults : storeResultsAgain)(this.#db, results),
        {
          delayMs: RETRY_DELAY_MS,
          isRetryable: (error, failures) => this.#isLost(error, failures),
          onFirstFailure: (error) => this.#connection.failed(error),
        },
      )
      return true
    } catch {
      return false
    }
  }

  /** Whether storing failed because the connection was lost, and not because of the statement. */
  async #isLost(error: unknown, failures: number): Promise<boolean> {
    if (!(await isUnavailable(this.#db, error))) return false
    return failures <= LOST_CONNECTIONS || !(await isReachable(this.#db))
  }

  async #separate(entry: Entry): Promise<void> {
    const { result } = entry
    try {
      const store = () => storeAlone(this.#db, this.#log, result)
      await this.#alone.run(result.delivery.webhookId, store)
      entry.stored()
      notify(this.#db, 'attempts')
    } catch (error) {
      entry.failed(error)
    }
  }
}

/** Returns the number of entries for one statement, at least one. */
function batchSize(entries: readonly Entry[]): number {
  let characters = 0
  const end = entries.findIndex(({ result: { body, attempt } }, index) => {
    characters += (body?.length ?? 0) + (attempt.response?.length ?? 0)
    characters += headerCharacters(attempt.requestHeaders) + headerCharacters(attempt.responseHeaders)
    return index === MAX_AT_ONCE || (index > 0 && characters > MAX_BATCH_CHARACTERS)
  })
  return end < 0 ? entries.length : end
}
