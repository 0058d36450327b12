import { isConnectionError } from '../../db/errors/connection-errors.ts'
import { retry } from '../../lib/concurrency/retry.ts'

const MAX_TRIES = 10
const MAX_DELAY_MS = 10_000

/** Repeats work that goes on from what is stored, while the database is unavailable. Gives up after about a minute. */
export const repeatWhileUnavailable = <Value>(work: () => Promise<Value>): Promise<Value> =>
  retry(work, {
    maxTries: MAX_TRIES,
    delayMs: (failures) => Math.min(MAX_DELAY_MS, 500 * 2 ** failures),
    isRetryable: isConnectionError,
  })
