import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../lib/logger.ts'

export type Persistence = { log: Logger }

/** Runs work when the fair share of database connections permits it. */
export type Share = <Value>(work: () => Promise<Value>) => Promise<Value>

const RETRY_DELAY_MS = 500

/** Repeats a read until it succeeds. Logs the first failure. Returns null when it is over before. */
export async function persist<Value>(
  read: () => Promise<Value>,
  { log, isOver }: Persistence & { isOver(): boolean },
): Promise<Value | null> {
  for (let failed = false; !isOver(); await sleep(RETRY_DELAY_MS)) {
    try {
      return await read()
    } catch (error) {
      if (!failed && !isOver()) log.warn({ err: error }, 'reading for a subscription failed; trying again')
      failed = true
    }
  }
  return null
}
