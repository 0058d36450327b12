import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

export type Repetition = {
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
export function repeat({ name, everyMs, log, work }: RepeatOptions): Repetition {
  const ending = new AbortController()
  const { signal } = ending
  let failing = false

  const round = async (): Promise<boolean> => {
    try {
      const more = await work()
      if (failing) log.info(`${name} works again`)
      failing = false
      return more
    } catch (error) {
      if (!failing) log.error({ err: error }, `${name} failed; trying again`)
      failing = true
      return false
    }
  }

  const run = async () => {
    while (!signal.aborted) {
      if (await round()) continue
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    async stop() {
      ending.abort()
      await running
    },
  }
}
