import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { isReachable } from '../db/errors/is-too-much.ts'
import { isConnectionError } from '../db/errors/connection-errors.ts'
import { retry } from '../lib/concurrency/retry.ts'
import type { AttemptRecord } from './attempt-log.ts'
import { NOT_STORED, storeResultsAgain, storeNextState } from './store-results.ts'

/** Delays before the retries, in milliseconds. */
const PAUSES = [200, 400]
const RETRY_DELAY_MS = 500
const LOST_CONNECTIONS = 5

/**
 * Stores a result that was rejected in a batch: first complete, then without the texts and headers of the attempt, then
 * its next state only. The number of tries is bounded, except while the database is unreachable.
 * @throws the error with which PostgreSQL rejected the state, which then remains unchanged
 */
export async function storeAlone(db: Db, log: Logger, result: AttemptRecord): Promise<void> {
  const { organizationId, webhookId, id: deliveryId } = result.delivery
  const names = { organizationId, webhookId, deliveryId }
  const noTexts = { requestHeaders: null, responseHeaders: null, headersTruncated: null, response: null }
  const bare = { ...result, body: null, attempt: { ...result.attempt, ...noTexts, error: NOT_STORED } }
  let refusal: unknown
  for (const [form, store] of [
    ['with its texts', () => storeResultsAgain(db, [result])],
    ['without its texts', () => storeResultsAgain(db, [bare])],
    ['as its next state alone', () => storeNextState(db, result)],
  ] as const) {
    refusal = await tryToStore(db, store)
    if (refusal === null && form !== 'with its texts')
      log.error({ ...names, form }, 'a delivery attempt could only be stored in part')
    if (refusal === null) return
    log.warn({ err: refusal, ...names, form }, 'a delivery attempt could not be stored')
  }
  log.error(
    { err: refusal, ...names },
    'a delivery attempt could not be stored; other workers may take its queue',
  )
  throw refusal
}

/**
 * Returns null once it is stored, else the last error. Lost connections do not count while the database is
 * unreachable.
 */
async function tryToStore(db: Db, store: () => Promise<void>): Promise<unknown> {
  let [lost, refusals] = [0, 0]
  let delayMs: number | undefined
  const isRetryable = async (error: unknown) => {
    const isAway = isConnectionError(error) && !(++lost > LOST_CONNECTIONS && (await isReachable(db)))
    delayMs = isAway ? RETRY_DELAY_MS : PAUSES[refusals++]
    return delayMs !== undefined
  }
  try {
    await retry(store, { isRetryable, delayMs: () => delayMs ?? 0 })
    return null
  } catch (error) {
    return error
  }
}
