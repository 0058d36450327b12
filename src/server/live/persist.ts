import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../lib/logger.ts'

export type Persistence = { log: Logger }

/** Does something once those who share the database's connections leave room for it. */
export type Share = <Value>(work: () => Promise<Value>) => Promise<Value>

const RETRY_DELAY_MS = 500

/** Does something that reads until it works, the first failure being logged; null when it is over before. */
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
