import type { Logger } from '../log/logger.ts'

type Loop = {
  /** Starts the next round at once, or directly after the running one. */
  wake: () => void
  /** Waits for the running round and starts no other. */
  stop: () => Promise<void>
}

type LoopOptions = {
  /** Name in log messages. */
  name: string
  log: Logger
  /** One round. Returns the delay before the next one, in milliseconds. */
  round: () => Promise<number>
  /** Delay after a failed round, in milliseconds. */
  failedMs: number
}

/** Runs rounds until stopped. A failed round is repeated. The first of several failures is logged. */
export function loop({ name, log, round, failedMs }: LoopOptions): Loop {
  let stopped = false
  let woken = false
  let endRest = () => {}

  const once = async (failing: boolean): Promise<{ rest: number; failing: boolean }> => {
    try {
      const rest = await round()
      if (failing) log.info(`${name} works again`)
      return { rest, failing: false }
    } catch (error) {
      if (!failing && !stopped) log.error({ err: error }, `${name} failed; trying again`)
      // A notification is no reason to retry a failing database at once.
      woken = false
      return { rest: failedMs, failing: true }
    }
  }
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      endRest = () => {
        clearTimeout(timer)
        resolve()
      }
      if (woken || stopped) endRest()
    })
  const run = async () => {
    for (let failing = false; !stopped;) {
      woken = false
      const done = await once(failing)
      failing = done.failing
      if (done.rest > 0 && !stopped) await rest(done.rest)
    }
  }
  const running = run()
  return {
    wake() {
      woken = true
      endRest()
    },
    async stop() {
      stopped = true
      endRest()
      await running
    },
  }
}

export type Job = {
  /** Stops after the running round. Ends the delay between rounds. */
  stop: () => Promise<void>
}

type RepeatOptions = {
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
