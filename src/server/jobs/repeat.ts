import type { Logger } from '../../lib/logger.ts'
import { loop } from '../../lib/loop.ts'

export type Job = {
  /** Ends the rest or lets the running round finish; no other one begins. */
  stop(): Promise<void>
}

export type RepeatOptions = {
  /** What it is called in the log. */
  name: string
  /** Rest after a round, in milliseconds. */
  everyMs: number
  log: Logger
  /** One round; true when there is more to do at once. */
  work: () => Promise<boolean>
}

/** Does something again and again until it is stopped. A round that fails is logged, once until one succeeds, and tried again after the rest. */
export function repeat({ name, everyMs, log, work }: RepeatOptions): Job {
  return loop({ name, log, failedMs: everyMs, round: async () => ((await work()) ? 0 : everyMs) })
}
