import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../client/with-client.ts'
import { SUPERUSER } from './cluster.ts'
import type { Home } from './home.ts'
import { logPath } from './log.ts'
import { runningServer } from './server.ts'

const DATABASE = 'echolog'
const READY_MS = 300_000
const SILENT_MS = 20_000
const REPORT_MS = 5000
const POLL_MS = 20

type ConnectOptions = {
  port: number
  /** Password of the superuser. */
  password: string
  log: (line: string) => void
  /** Time for the recovery of the server, in milliseconds. Default five minutes. */
  readyMs?: number
  /** Aborts the wait. */
  signal?: AbortSignal
}

/**
 * Waits until the server on `port` accepts connections, including its recovery.
 * Creates the database if it is missing, and returns its URL.
 * @throws Error when the server ends, rejects the password, or does not respond.
 */
export async function connectWhenReady(
  home: Home,
  { port, password, log, signal, readyMs = READY_MS }: ConnectOptions,
): Promise<string> {
  const began = performance.now()
  let reported = began
  while (runningServer(home.cluster)?.status !== 'ready') {
    const waited = performance.now() - began
    if (!runningServer(home.cluster) || waited > readyMs) {
      throw new Error(`PostgreSQL did not become ready on ${home.cluster}. See ${logPath(home.dir)}.`)
    }
    if (performance.now() - reported > REPORT_MS) {
      reported = performance.now()
      log(`PostgreSQL is starting or recovering from a crash (${Math.round(waited / 1000)} s so far)`)
    }
    signal?.throwIfAborted()
    await sleep(POLL_MS)
  }
  const urlOf = (database: string) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
  try {
    await ensureDatabase(urlOf)
  } catch (error) {
    const pid = runningServer(home.cluster)?.pid
    throw new Error(
      `Process ${pid} should be the PostgreSQL of ${home.cluster}, but port ${port} answers: ${(error as Error).message}. If that process is something else, delete ${home.cluster}/postmaster.pid; else see ${logPath(home.dir)}.`,
      { cause: error },
    )
  }
  return urlOf(DATABASE)
}

async function ensureDatabase(urlOf: (database: string) => string): Promise<void> {
  try {
    await query(urlOf(DATABASE), 'SELECT 1')
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error
    await query(urlOf('postgres'), `CREATE DATABASE ${DATABASE}`)
  }
}

async function query(connectionString: string, sql: string): Promise<void> {
  await withClient({ connectionString, connectionTimeoutMillis: SILENT_MS }, (client) => client.query(sql))
}
