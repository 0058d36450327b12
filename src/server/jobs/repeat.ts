import type { Logger } from '../../lib/logger.ts'
import { loop } from '../../lib/loop.ts'

export type Job = {
  /** Stops after the running round. Ends the delay between rounds. */
  stop(): Promise<void>
}

export type RepeatOptions = {
  /** Name in log messages. */
  name: string
  /** Delay after a round, in milliseconds. */
  everyMs: number
  log: Logger
  /** One round. Returns true when there is more to do now. */
  work: () => Promise<boolean>
}

/**
 * Repeats work until stopped. The first of consecutive failures is logged. A failed round is repeated after
 * the delay.
 */
export function repeat({ name, everyMs, log, work }: RepeatOptions): Job {
  return loop({ name, log, failedMs: everyMs, round: async () => ((await work()) ? 0 : everyMs) })
}
