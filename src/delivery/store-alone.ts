import type { Logger } from 'pino'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { isReachable } from '../db/is-too-much.ts'
import { isConnectionError } from '../db/connection-errors.ts'
import type { AttemptRecord } from './attempt-log.ts'
import { NOT_STORED, storeResultsAgain, storeNextState } from './store-results.ts'

/** Milliseconds before each try after the first. */
const PAUSES = [200, 400]
const RETRY_DELAY_MS = 500
const LOST_CONNECTIONS = 5

/**
 * Stores a result that was refused among others: as it is, then without the texts of the attempt, then its verdict alone.
 * The number of tries is bounded; only while the database is away it goes on trying.
 * @throws what PostgreSQL refused the verdict with; the delivery then stays as it was
 */
export async function storeAlone(db: Db, log: Logger, result: AttemptRecord): Promise<void> {
  const { organizationId, webhookId, id: deliveryId } = result.delivery
  const names = { organizationId, webhookId, deliveryId }
  const bare = { ...result, body: null, attempt: { ...result.attempt, response: null, error: NOT_STORED } }
  let refusal: unknown
  for (const [form, store] of [
    ['with its texts', () => storeResultsAgain(db, [result])],
    ['without its texts', () => storeResultsAgain(db, [bare])],
    ['as a verdict alone', () => storeNextState(db, result)],
  ] as const) {
    refusal = await tryToStore(db, store)
    if (refusal === null && form !== 'with its texts')
      log.error({ ...names, form }, 'a delivery attempt could only be stored in part')
    if (refusal === null) return
    log.warn({ err: refusal, ...names, form }, 'a delivery attempt could not be stored')
  }
  log.error(
    { err: refusal, ...names },
    'storing a delivery attempt was given up; its queue is left to others',
  )
  throw refusal
}

/** Null once it is stored; else the last refusal. Tries that a lost connection ended do not count while the database is away. */
async function tryToStore(db: Db, store: () => Promise<void>): Promise<unknown> {
  let lost = 0
  for (let refusals = 0; ;) {
    try {
      await store()
      return null
    } catch (error) {
      const isAway = isConnectionError(error) && !(++lost > LOST_CONNECTIONS && (await isReachable(db)))
      if (!isAway) refusals++
      if (refusals > PAUSES.length) return error
      await sleep(isAway ? RETRY_DELAY_MS : PAUSES[refusals - 1])
    }
  }
}
