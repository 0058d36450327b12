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

type Watch = {
  /** Why the server cannot be started again, in a few words. Null when it can or runs. */
  problem: () => string | null
  /** Stops the watch and aborts a running start. */
  stop(): Promise<void>
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
export function watch({ state, start, cluster, log }: WatchOptions): Watch {
  const ending = new AbortController()
  const { signal } = ending
  let problem: string | null = null
  let lost = false
  let tries = 0
  let since = Date.now()

  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  const back = () => {
    if (lost) log('PostgreSQL runs again')
    lost = false
    problem = null
    since = Date.now()
  }
  const bring = async () => {
    if (!lost) log('PostgreSQL was lost; starting it again')
    lost = true
    try {
      if (!(await start(signal))) return
      back()
    } catch (error) {
      if (signal.aborted) return
      const reason = reasonOf(error as Error, cluster)
      if (reason !== problem) log(`${reason}; trying again. ${(error as Error).message}`)
      problem = reason
    }
    tries++
  }
  const run = async () => {
    while (!signal.aborted) {
      const found = state()
      if (found === 'ready') {
        if (lost) back()
        if (Date.now() - since > STEADY_MS) tries = 0
      } else if (found === 'gone') {
        if (tries > 0) await rest(restAfter(tries))
        // Another process may have started it first.
        if (!signal.aborted && state() === 'gone') await bring()
      }
      await rest(POLL_MS)
    }
  }
  const running = run()
  return {
    problem: () => problem,
    async stop() {
      ending.abort()
      await running
    },
  }
}

function restAfter(tries: number): number {
  const longest = Math.min(FIRST_REST_MS * 2 ** (tries - 1), MAX_REST_MS)
  return longest * (0.5 + Math.random() / 2)
}
