import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { isReachable, isTooMuch } from '../db/is-too-much.ts'
import { isConnectionError } from '../db/connection-errors.ts'
import { notify } from '../db/notifications.ts'
import type { AttemptOutcome, DeliveryState } from '../db/generated/tables.ts'
import { fairGate } from '../lib/concurrency/fair-gate.ts'
import { failurePeriod } from '../lib/concurrency/failure-period.ts'
import { retry } from '../lib/concurrency/retry.ts'
import type { Metrics } from '../graphql/metrics.ts'
import type { DueDelivery } from './due-deliveries.ts'
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
    response: string | null
    error: string | null
    startedAt: Date
  }
  next: { state: DeliveryState; waitMs: number; reason: string | null }
}

export type AttemptLog = {
  /**
   * Resolves when the result is stored. Waits while the database is unreachable.
   * @throws the error with which PostgreSQL rejected the result after several tries, which is logged
   */
  write(result: AttemptRecord): Promise<void>
}

type Entry = { result: AttemptRecord; stored: () => void; failed: (error: unknown) => void }

const MAX_AT_ONCE = 500
/** Number of characters of bodies and responses at which a batch is full. */
const MAX_BATCH_CHARACTERS = 4_000_000
const RETRY_DELAY_MS = 300
/** Number of consecutive lost connections after which the statement may be their cause. */
const LOST_CONNECTIONS = 5
/** Maximum number of results stored individually at a time, which leaves connections for others. */
const ALONE_AT_ONCE = 2

/**
 * Stores results of attempts. Results that arrive during a statement share the next one. A result that
 * PostgreSQL rejects is separated, and the others do not wait for it. Storing is idempotent.
 */
export function createAttemptLog(
  db: Db,
  log: Logger,
  { countAttempt }: Pick<Metrics, 'countAttempt'>,
): AttemptLog {
  let waiting: Entry[] = []
  let isWriting = false
  const connection = failurePeriod('storing attempts', log)
  const alone = fairGate({ most: ALONE_AT_ONCE, mostOfKey: 1 })

  const separate = async (entry: Entry) => {
    const { result } = entry
    try {
      await alone.run(result.delivery.webhookId, () => storeAlone(db, log, result))
      entry.stored()
      notify(db, 'attempts')
    } catch (error) {
      entry.failed(error)
    }
  }
  /** Whether storing failed because the connection was lost, and not because of the statement. */
  const isLost = async (error: unknown, failures: number): Promise<boolean> => {
    if (!isConnectionError(error) || (await isTooMuch(db, error))) return false
    return failures <= LOST_CONNECTIONS || !(await isReachable(db))
  }
  /** Stores all entries, or bisects them to separate rejected ones. */
  const store = async (entries: Entry[], isFirst: boolean): Promise<void> => {
    const results = entries.map(({ result }) => result)
    const isStored = await retry(
      (failures) => (isFirst && failures === 0 ? storeResults : storeResultsAgain)(db, results),
      { delayMs: RETRY_DELAY_MS, isRetryable: isLost, onFirstFailure: connection.failed },
    ).then(
      () => true,
      () => false,
    )
    if (isStored) {
      connection.worked()
      return entries.forEach(({ stored }) => stored())
    }
    if (entries.length === 1) return entries.forEach((entry) => void separate(entry))
    const middle = Math.ceil(entries.length / 2)
    await store(entries.slice(0, middle), false)
    await store(entries.slice(middle), false)
  }
  const run = async () => {
    isWriting = true
    while (waiting.length > 0) {
      const size = batchSize(waiting)
      const batch = waiting.slice(0, size)
      waiting = waiting.slice(size)
      await store(batch, true)
      notify(db, 'attempts')
    }
    isWriting = false
  }
  return {
    write: (result) =>
      new Promise<void>((stored, failed) => {
        countAttempt(result.attempt)
        waiting.push({ result, stored, failed })
        if (!isWriting) void run()
      }),
  }
}

/** Returns the number of entries for one statement, at least one. */
function batchSize(entries: readonly Entry[]): number {
  let characters = 0
  const end = entries.findIndex(({ result: { body, attempt } }, index) => {
    characters += (body?.length ?? 0) + (attempt.response?.length ?? 0)
    return index === MAX_AT_ONCE || (index > 0 && characters > MAX_BATCH_CHARACTERS)
  })
  return end < 0 ? entries.length : end
}
