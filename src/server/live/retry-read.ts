import type { Logger } from '../../lib/log/logger.ts'
import { retry } from '../../lib/concurrency/retry.ts'

export type ReadOptions = { log: Logger }

/** Runs work when the fair share of database connections permits it. */
export type Share = <Value>(work: () => Promise<Value>) => Promise<Value>

const RETRY_DELAY_MS = 500

/** Repeats a read until it succeeds. Logs the first failure. Returns null when it is over before. */
export function retryRead<Value>(
  read: () => Promise<Value>,
  { log, isOver }: ReadOptions & { isOver: () => boolean },
): Promise<Value | null> {
  return retry(read, {
    delayMs: RETRY_DELAY_MS,
    until: isOver,
    onFirstFailure: (error) => log.warn({ err: error }, 'reading for a subscription failed; trying again'),
  })
}
