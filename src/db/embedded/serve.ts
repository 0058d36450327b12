import { readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../lib/files/write-whole.ts'
import type { Binaries } from './binaries.ts'
import { connectWhenReady } from './connect.ts'
import type { Home } from './home.ts'
import { launch, SETTINGS } from './launch.ts'
import { endAtOnce, hasEnded, runningServer, shutDown } from './server.ts'

export type ServeOptions = {
  home: Home
  binaries: Binaries
  password: string
  port?: number | undefined
  /** Settings of the server that replace the usual ones. */
  settings?: Record<string, string> | undefined
  /** Whether another process uses the server now. */
  others: boolean
  /** Aborts the start. */
  signal?: AbortSignal
  log: (line: string) => void
}

/** Content of `postgres.json`, which describes the server of the cluster next to it. */
type ServerRecord = { port: number; pidNamespace: string; settings: string }

const RECORD = 'postgres.json'
/** Time for the last checkpoint of a server. One that a full disk has interrupted may wait forever. */
const ENDING_MS = 20_000

/**
 * Returns the URL of a server on `home` that accepts connections. Reuses a suitable running server, else
 * starts a new one. An unused server with other settings, version or port is replaced. The caller holds the
 * start lock.
 * @throws Error when the server cannot start, or runs in another container.
 */
export async function serve(options: ServeOptions): Promise<string> {
  const { home, binaries, log } = options
  const settings = JSON.stringify([binaries.version, binaries.postgres, { ...SETTINGS, ...options.settings }])
  const running = await usable(options, settings)
  if (running !== undefined) {
    log(
      options.others
        ? 'joining the PostgreSQL that runs on this data directory'
        : 'taking over the PostgreSQL that an earlier process left running',
    )
    if (options.port !== undefined && options.port !== running)
      log(`PostgreSQL is in use on port ${running} and keeps that port`)
    try {
      return await connectWhenReady(home, { ...options, port: running })
    } catch (error) {
      // A server that was just killed still looks alive for a moment. It is started again.
      if (runningServer(home.cluster)) throw error
    }
  }
  // Other users keep their address, so a lost server is started on its former port.
  const former = options.others ? readRecord(home.dir)?.port : undefined
  const port = await launch(home, binaries, { ...options, port: options.port ?? former })
  const record = JSON.stringify({ port, pidNamespace: pidNamespace(), settings } satisfies ServerRecord)
  if (record !== readText(home.dir)) writeWhole(join(home.dir, RECORD), record)
  return connectWhenReady(home, { ...options, port })
}

async function usable(
  { home, binaries, others, port, log }: ServeOptions,
  settings: string,
): Promise<number | undefined> {
  const record = readRecord(home.dir)
  const server = runningServer(home.cluster)
  if (!server) {
    // Its process id is invalid here. A second server would destroy the data.
    if (others && record && record.pidNamespace !== pidNamespace()) {
      throw new Error(
        `The database in ${home.cluster} is in use by a process in another container. Stop that one, or share one PostgreSQL through DATABASE_URL.`,
      )
    }
    return undefined
  }
  const suits = record?.settings === settings && (port === undefined || port === server.port)
  if (server.status === 'stopping' || (!suits && !others)) {
    if (server.status !== 'stopping') await shutDown(home, binaries, log)
    if (await hasEnded(home.cluster, ENDING_MS)) return undefined
    log('PostgreSQL does not shut down, and is ended at once')
    if (await endAtOnce(home, binaries)) return undefined
    throw new Error(
      `The PostgreSQL with process id ${server.pid} on ${home.cluster} does not end. See ${join(home.dir, 'postgres.log')}, and start again once it has ended.`,
    )
  }
  return server.port
}

function readRecord(dir: string): ServerRecord | undefined {
  try {
    return JSON.parse(readText(dir) ?? '') as ServerRecord
  } catch {
    return undefined
  }
}

function readText(dir: string): string | undefined {
  try {
    return readFileSync(join(dir, RECORD), 'utf8')
  } catch {
    return undefined
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}
