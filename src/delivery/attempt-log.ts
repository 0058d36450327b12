import type { Logger } from 'pino'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { isReachable, isTooMuch } from '../db/is-too-much.ts'
import { isConnectionError } from '../db/connection-errors.ts'
import { notify } from '../db/notifications.ts'
import type { AttemptOutcome, DeliveryState } from '../db/generated/tables.ts'
import { fairGate } from '../lib/fair-gate.ts'
import { failurePeriod } from '../lib/failure-period.ts'
import { countAttempt } from '../server/metrics/metrics.ts'
import type { DueDelivery } from './due-deliveries.ts'
import { storeAlone } from './store-alone.ts'
import { storeResults, storeResultsAgain } from './store-results.ts'

/** What one attempt came to, and what becomes of its delivery. */
export type AttemptRecord = {
  delivery: DueDelivery
  /** What was sent and is not stored yet; null when there is nothing. */
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
   * Resolves when the result is stored; while the database is away it waits.
   * @throws what PostgreSQL refuses the result with after several tries, which is logged
   */
  write(result: AttemptRecord): Promise<void>
}

type Entry = { result: AttemptRecord; stored: () => void; failed: (error: unknown) => void }

const MAX_AT_ONCE = 500
/** Characters of bodies and responses after which a batch is full. */
const MAX_BATCH_CHARACTERS = 4_000_000
const RETRY_DELAY_MS = 300
/** After so many lost connections in a row the statement itself may be what ends them. */
const LOST_CONNECTIONS = 5
/** How many results are stored one by one at a time, so that they leave connections to others. */
const ALONE_AT_ONCE = 2

/**
 * Stores what attempts came to, in one statement for all results that came while the one before was under way. A result
 * that PostgreSQL refuses is separated from the others, which do not wait for it. Storing twice has no effect.
 */
export function createAttemptLog(db: Db, log: Logger): AttemptLog {
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
  /** Stores all of them, or separates what is refused by halves. */
  const store = async (entries: Entry[], isFirst: boolean): Promise<void> => {
    const results = entries.map(({ result }) => result)
    for (let lost = 0; ; lost++) {
      try {
        await (isFirst && lost === 0 ? storeResults(db, results) : storeResultsAgain(db, results))
        connection.worked()
        return entries.forEach(({ stored }) => stored())
      } catch (error) {
        connection.failed(error)
        if (!isConnectionError(error) || (await isTooMuch(db, error))) break
        if (lost >= LOST_CONNECTIONS && (await isReachable(db))) break
        await sleep(RETRY_DELAY_MS)
      }
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

/** How many entries fit into one statement: at least one. */
function batchSize(entries: readonly Entry[]): number {
  let characters = 0
  const end = entries.findIndex(({ result: { body, attempt } }, index) => {
    characters += (body?.length ?? 0) + (attempt.response?.length ?? 0)
    return index === MAX_AT_ONCE || (index > 0 && characters > MAX_BATCH_CHARACTERS)
  })
  return end < 0 ? entries.length : end
}
