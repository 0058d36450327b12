import { channel } from 'node:diagnostics_channel'
import type { Logger } from '../log/logger.ts'
import { failurePeriod, type FailurePeriod } from './failure-period.ts'

/** Name of the channel of `node:diagnostics_channel` on which each loop publishes its rounds. */
export const ROUNDS = 'echolog.rounds'

/** A round that has ended: the name of its loop, its duration in milliseconds, and whether it failed. */
export type Round = { name: string; ms: number; failed: boolean }

const rounds = channel(ROUNDS)

export type Loop = {
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
export function loop(options: LoopOptions): Loop {
  return new RunningLoop(options)
}

class RunningLoop implements Loop {
  /** Can be passed as a listener. */
  readonly wake = () => {
    this.#isWoken = true
    this.#endRest()
  }
  readonly #options: LoopOptions
  readonly #running: Promise<void>
  readonly #failing: FailurePeriod
  #isStopped = false
  #isWoken = false
  #endRest = () => {}

  constructor(options: LoopOptions) {
    this.#options = options
    this.#failing = failurePeriod(options.name, options.log)
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endRest()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#isWoken = false
      const restMs = await this.#once()
      if (restMs > 0 && !this.#isStopped) await this.#rest(restMs)
    }
  }

  /** Runs one round. Returns the delay before the next one, in milliseconds. */
  async #once(): Promise<number> {
    const { name, round, failedMs } = this.#options
    const begin = performance.now()
    const publish = (failed: boolean) =>
      rounds.publish({ name, ms: performance.now() - begin, failed } satisfies Round)
    try {
      const restMs = await round()
      this.#failing.worked()
      publish(false)
      return restMs
    } catch (error) {
      if (!this.#isStopped) this.#failing.failed(error)
      publish(true)
      // A notification is no reason to retry a failing database at once.
      this.#isWoken = false
      return failedMs
    }
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#endRest = () => {
        clearTimeout(timer)
        resolve()
      }
      if (this.#isWoken || this.#isStopped) this.#endRest()
    })
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
