import { randomInt } from 'node:crypto'
import { closeSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'
import { logPath, openLog, readLog } from './log.ts'
import { removeRemains } from './remains.ts'
import { hint, lastLines, launchAs } from './run.ts'
import { runningServer } from './server.ts'
import { prepareSocketDirectory } from './sockets.ts'

type Launch = {
  port?: number | undefined
  /** Settings of the server that replace those of SETTINGS. */
  settings?: Record<string, string> | undefined
  /** Aborts the start. */
  signal?: AbortSignal | undefined
}

/** Settings of the server. A running server with other settings is replaced. */
export const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  // Pages that the system keeps in memory cost less to read at once than through another process.
  io_method: 'sync',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // A backup of a running server needs more than the minimal log.
  wal_level: 'replica',
  max_wal_senders: '0',
  jit: 'off',
  track_io_timing: 'off',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
}

const TRIES = 40
const RETRY_MS = 250
/** How long the processes of a killed server may take to end by themselves, in milliseconds. */
const ORPHANS_MS = 2_000
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
const PORT_TRIES = 20
const POLL_MS = 10
const CLAIM_MS = 60_000
const BIND_FAILED = /could not (bind|create any TCP\/IP sockets)/
/** PostgreSQL's messages on a file system without sockets, such as some network drives, but not on a full disk. */
const NO_SOCKETS =
  /could not create (any Unix-domain sockets|lock file "[^"]*\.s\.PGSQL\S*: (?!No space|Disk quota))/
const STILL_IN_USE = /is still in use|postmaster\.pid" (already exists|is empty)/

/**
 * Starts a server on `home`, on `port` or a free one. Returns its port once the server has claimed the cluster. It
 * runs in its own session, so that Ctrl-C reaches only this process, which then shuts the server down. Remains of a
 * killed server are removed after two seconds, because PostgreSQL does not start beside them.
 * @throws Error when `port` is taken, with the server's output when it does not start, or when `signal` is aborted.
 */
export async function launch(
  home: Home,
  binaries: Binaries,
  { port, settings, signal }: Launch = {},
): Promise<number> {
  if (port) await freePort(port)
  const began = performance.now()
  let hasSocket = true
  for (let attempt = 1; ; attempt++) {
    const chosen = port || (await choosePort())
    const failure = await tryLaunch(home, binaries, { port: chosen, settings, signal, hasSocket })
    if (failure === undefined) return chosen
    signal?.throwIfAborted()
    if (hasSocket && NO_SOCKETS.test(failure)) {
      hasSocket = false
      continue
    }
    // Another program may take the port first. Backends of a killed server take a moment to end.
    const passing = STILL_IN_USE.test(failure) || (!port && BIND_FAILED.test(failure))
    if (!passing || attempt === TRIES)
      throw new Error(
        `PostgreSQL did not start on ${home.cluster}:\n${lastLines(failure)}\nSee ${logPath(home.dir)}.${hint(failure)}`,
      )
    if (!STILL_IN_USE.test(failure)) continue
    if (performance.now() - began > ORPHANS_MS) removeRemains(home.cluster)
    await sleep(RETRY_MS)
  }
}

/**
 * Returns a free port below the ephemeral ranges of the systems (RFC 6335 section 6 on Windows and macOS,
 * 32768 on Linux). Outgoing connections then cannot take it while the server is down. If none is found,
 * returns any free port.
 */
async function choosePort(): Promise<number> {
  for (let tries = 0; tries < PORT_TRIES; tries++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1)
    if (await isFree(port)) return port
  }
  return freePort(0)
}

const isFree = (port: number) =>
  freePort(port).then(
    () => true,
    () => false,
  )

/** Returns a port of 127.0.0.1 that is free now, `port` itself or any for 0. */
async function freePort(port: number): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new Error(
          `Port ${port} of 127.0.0.1, requested for the embedded PostgreSQL, cannot be used (${error.code}). End the program that uses it, or choose another port.`,
          { cause: error },
        ),
      )
    })
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, resolve)
  })
  const found = (probe.address() as AddressInfo).port
  await new Promise((resolve) => probe.close(resolve))
  return found
}

/**
 * Resolves to undefined once the server has claimed the cluster and its port, or to its output if it failed.
 */
async function tryLaunch(
  home: Home,
  binaries: Binaries,
  { port, settings, signal, hasSocket }: Launch & { port: number; hasSocket: boolean },
): Promise<string | undefined> {
  const sockets = hasSocket ? prepareSocketDirectory(home, port) : undefined
  const { fd, size } = openLog(home.dir)
  const options = Object.entries({
    ...SETTINGS,
    ...(sockets !== undefined && { unix_socket_directories: quoted(sockets) }),
    ...settings,
    ...(!hasSocket && { unix_socket_directories: '' }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', home.cluster, '-p', String(port), ...options]
  const child = await launchAs(home.user, binaries.postgres, args, ['ignore', fd, fd], true).finally(() =>
    closeSync(fd),
  )
  child.unref()
  const deadline = performance.now() + CLAIM_MS
  while (child.exitCode === null && child.signalCode === null) {
    const server = runningServer(home.cluster)
    if (server && server.pid === child.pid && server.status !== '') return undefined
    if (performance.now() > deadline) child.kill('SIGQUIT')
    else if (signal?.aborted) child.kill('SIGINT')
    await sleep(POLL_MS)
  }
  return readLog(home.dir, size) || `it exited with ${child.exitCode ?? child.signalCode}`
}

/** Returns a path as an element of a list of PostgreSQL's settings. */
const quoted = (path: string) => `"${path.replaceAll('"', '""')}"`
