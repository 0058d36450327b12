import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/db/embedded/embedded.ts'
import { findHome } from '../../src/db/embedded/home.ts'
import { runningServer } from '../../src/db/embedded/server.ts'

export type SoakPostgres = {
  url: string
  /** Process ids. The first is the parent of the others. Empty while the server is stopped. */
  pids(): number[]
  /** Kills the first process, or all of them, with SIGKILL and restarts the server as an operator would. */
  kill(which: 'first' | 'all'): Promise<void>
  /** Runs a statement on a new connection. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  stop(): Promise<void>
}

/** Starts a PostgreSQL for this run alone, which can be killed and restarted on the same port. */
export async function startSoakPostgres(dataDir: string): Promise<SoakPostgres> {
  const { cluster } = findHome(dataDir, () => {})
  const handles: EmbeddedPostgres[] = [await startEmbeddedPostgres({ dataDir })]
  const url = handles[0]?.url ?? ''
  const port = Number(new URL(url).port)
  const pids = () => {
    const first = runningServer(cluster)?.pid
    return first === undefined ? [] : [first, ...childrenOf(first)]
  }
  const killNow = (victims: number[]) => {
    for (const pid of victims) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // The process has already ended.
      }
    }
  }
  let starting = Promise.resolve()
  const start = async (former: number | undefined) => {
    while (former !== undefined && runningServer(cluster)?.pid === former) await sleep(20)
    handles.push(await startEmbeddedPostgres({ dataDir, port }))
  }
  const killAll = () => killNow(pids())
  process.once('exit', killAll)
  return {
    url,
    pids,
    async kill(which) {
      const victims = pids()
      killNow(which === 'all' ? victims : victims.slice(0, 1))
      starting = start(victims[0])
      await starting
    },
    async query(text, values) {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query(text, values)).rows
      } finally {
        await client.end()
      }
    },
    async stop() {
      await starting.catch(() => {})
      for (const handle of handles.reverse()) await handle.stop()
      process.off('exit', killAll)
    },
  }
}

/** The processes whose parent is `pid`. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
}

function parentOf(pid: string): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return null
  }
}
