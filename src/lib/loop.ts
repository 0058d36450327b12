import type { Logger } from './logger.ts'

export type Loop = {
  /** Begins the next round at once, or right after the running one. */
  wake: () => void
  /** Lets the running round finish; no other one begins. */
  stop(): Promise<void>
}

export type LoopOptions = {
  /** What it is called in the log. */
  name: string
  log: Logger
  /** One round; returns how many milliseconds to rest after it. */
  round: () => Promise<number>
  /** Rest after a round that failed, in milliseconds. */
  failedMs: number
}

/** Does something again and again until it is stopped. A round that fails is logged, once until one succeeds, and tried again. */
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
      // Being told of something new is no reason to ask a database that fails at once again.
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
