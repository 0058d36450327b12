import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { connectWhenReady } from './connect.ts'
import type { Home } from './home.ts'
import { launch, SETTINGS } from './launch.ts'
import { hasEnded, runningServer, shutDown } from './server.ts'

export type ServeOptions = {
  home: Home
  binaries: Binaries
  password: string
  port?: number
  /** Whether another process uses the server now. */
  others: boolean
  log: (line: string) => void
}

/** What `postgres.json` beside the cluster tells about its server. */
type ServerRecord = { port: number; pidNamespace: string; settings: string }

const ENDING_MS = 60_000

/**
 * Returns the URL of a server on `home` that accepts connections: the running one where it will do, else a new one. A
 * server that nobody uses and that has other settings, version or port is replaced. The caller holds the start lock.
 * @throws Error when the server cannot start, or is out of sight in another container.
 */
export async function serve(options: ServeOptions): Promise<string> {
  const { home, binaries, log } = options
  const settings = JSON.stringify([binaries.version, SETTINGS])
  const running = await usable(options, settings)
  if (running !== undefined) {
    log(
      options.others
        ? 'joining the PostgreSQL that runs on this data directory'
        : 'taking over the PostgreSQL that an earlier process left running',
    )
    if (options.port !== undefined && options.port !== running)
      log(`PostgreSQL is in use on port ${running} and stays there`)
    try {
      return await connectWhenReady(home, running, options.password, log)
    } catch (error) {
      // One that was just killed still looks alive for a moment; it is started again.
      if (runningServer(home.cluster)) throw error
    }
  }
  const port = await launch(home, binaries, options.port)
  writeFileSync(
    join(home.dir, 'postgres.json'),
    JSON.stringify({ port, pidNamespace: pidNamespace(), settings } satisfies ServerRecord),
    { mode: 0o600 },
  )
  return connectWhenReady(home, port, options.password, log)
}

async function usable(
  { home, binaries, others, port, log }: ServeOptions,
  settings: string,
): Promise<number | undefined> {
  const record = readRecord(home.dir)
  const server = runningServer(home.cluster)
  if (!server) {
    // Its process id means nothing here, so only the users' lock tells that it runs; a second server would destroy the data.
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
    throw new Error(
      `The PostgreSQL with process id ${server.pid} on ${home.cluster} does not end. See ${join(home.dir, 'postgres.log')}, and start again once it has ended.`,
    )
  }
  return server.port
}

function readRecord(dir: string): ServerRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, 'postgres.json'), 'utf8')) as ServerRecord
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
