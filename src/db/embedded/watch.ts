import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from './reason.ts'
import type { ServerState } from './server.ts'

type WatchOptions = {
  /** Called four times a second. */
  state: () => ServerState
  /** Starts the server again. Returns false while another process is about to. */
  start: (signal: AbortSignal) => Promise<boolean>
  /** The server's data directory. */
  cluster: string
  log: (line: string) => void
}

const POLL_MS = 250
const FIRST_REST_MS = 200
const MAX_REST_MS = 60_000
/**
 * How long a server must have run before its next loss is followed by an immediate start, in milliseconds.
 */
const STEADY_MS = 60_000

/**
 * Starts a server again whenever it is lost, at once the first time and then after delays that double up to a
 * minute. Each delay is random in its upper half, so that several watchers spread. Logs the loss once, each
 * reason for a failed start once, and the recovery. Does not keep the process alive.
 */
export class Watch {
  readonly #options: WatchOptions
  readonly #ending = new AbortController()
  readonly #running: Promise<void>
  #problem: string | null = null
  #isLost = false
  #tries = 0
  #runningSince = performance.now()

  constructor(options: WatchOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** Why the server cannot be started again, in a few words. Null when it can or runs. */
  problem(): string | null {
    return this.#problem
  }

  /** Stops the watch and aborts a running start. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      const found = this.#options.state()
      if (found === 'ready') {
        if (this.#isLost) this.#recover()
        if (performance.now() - this.#runningSince > STEADY_MS) this.#tries = 0
      } else if (found === 'gone') {
        if (this.#tries > 0) await this.#rest(restAfter(this.#tries))
        // Another process may have started it first.
        if (!signal.aborted && this.#options.state() === 'gone') await this.#restart()
      }
      await this.#rest(POLL_MS)
    }
  }

  async #rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#ending.signal, ref: false }).catch(() => {})
  }

  async #restart(): Promise<void> {
    const { start, cluster, log } = this.#options
    const { signal } = this.#ending
    if (!this.#isLost) log('PostgreSQL was lost; starting it again')
    this.#isLost = true
    try {
      if (!(await start(signal))) return
      this.#recover()
    } catch (error) {
      if (signal.aborted) return
      const reason = reasonOf(error as Error, cluster)
      if (reason !== this.#problem) log(`${reason}; trying again. ${(error as Error).message}`)
      this.#problem = reason
    }
    this.#tries++
  }

  #recover(): void {
    if (this.#isLost) this.#options.log('PostgreSQL runs again')
    this.#isLost = false
    this.#problem = null
    this.#runningSince = performance.now()
  }
}

function restAfter(tries: number): number {
  const longest = Math.min(FIRST_REST_MS * 2 ** (tries - 1), MAX_REST_MS)
  return longest * (0.5 + Math.random() / 2)
}
