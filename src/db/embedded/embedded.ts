import { join } from 'node:path'
import { archiveSettings, type Archive } from './backup/archive.ts'
import { bytesOf } from './backup/list-cluster.ts'
import { makeBackup, type Backup } from './backup/make-backup.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { findHome, giveToOwner, type Home } from './home.ts'
import { isHeld, lock, type Lock } from './lock.ts'
import { keepLogShort } from './log.ts'
import { removeFormerCopies } from './program-copy.ts'
import { restart } from './restart.ts'
import { grantToService, prepareRoles, roleUrls } from './roles.ts'
import { serve } from './serve.ts'
import { serverState, shutDown } from './server.ts'
import { throughSocket } from './sockets.ts'
import { Watch } from './watch.ts'

export type EmbeddedOptions = {
  /** Absolute or relative path. Created if it is missing. */
  dataDir: string
  /** Receives messages for the operator, one line at a time. */
  log?: (line: string) => void
  /** Receives lost and failed starts of the server, one line at a time. Default `log`. */
  warn?: (line: string) => void
  /** 0 or undefined selects a free port. */
  port?: number | undefined
  /** Archive of the server's log. Default none. */
  archive?: Archive | null
  /** Settings of the server that replace the usual ones. For tests that need no crash safety. */
  settings?: Record<string, string>
}

export type EmbeddedPostgres = {
  /** URL of the superuser on its own database, on 127.0.0.1, for administration. */
  url: string
  /** URL of the same database for the role that owns its objects, for migrations. */
  ownerUrl: string
  /**
   * URL of the same database for a role that reads and writes rows and owns nothing, for the service. It goes through
   * a Unix socket where the system has them.
   */
  serviceUrl: string
  /** Grants the service's role access to new tables. Call it after migrations. */
  grant(): Promise<void>
  /**
   * Copies the server and what belongs to its installation to the new directory `folder`, while both are used.
   * @throws Error when `folder` has content, another backup runs, or the disk is full
   */
  backup(folder: string): Promise<Backup>
  /** Returns the size of what `backup` copies, in bytes, without the log. */
  bytes(): Promise<number>
  /** Why a lost server cannot be started again, in a few words without paths. Null while it can. */
  problem: () => string | null
  /** Releases the server. The last user's `stop` shuts it down. Takes at most 8 s and may be called again. */
  stop: () => Promise<void>
}

const START_LOCK_MS = 120_000
const STOP_LOCK_MS = 1000

/**
 * Starts PostgreSQL on `dataDir` or joins the server that already runs on it (contract 8). Safe to call from
 * several processes at once. The first creates the cluster, all share one server, and the last one stops it.
 * A server that a killed process left running is reused. Until `stop`, a lost server is restarted on the same
 * address.
 * @throws Error whose message names the obstacle and its remedy.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const home = findHome(options.dataDir, log)
  const startLock = join(home.dir, 'postgres.lock')
  const usersLock = join(home.dir, 'postgres.users')
  const starting = await lock(startLock, 'exclusive', START_LOCK_MS)
  try {
    const binaries = await findBinaries(home, log)
    const others = isHeld(usersLock)
    const password = await ensureCluster(home, binaries, log)
    const server = { home, binaries, password, settings: settingsOf(options, home), log }
    const url = await serve({ ...server, port: options.port || undefined, others })
    if (!others) removeFormerCopies(home, binaries.postgres)
    const urls = urlsOf(url, home)
    await prepareRoles(urls)
    const use = await lock(usersLock, 'shared', START_LOCK_MS)
    giveToOwner(home.dir)
    const port = Number(new URL(url).port)
    const watch = new Watch({
      state: () => serverState(home.cluster),
      start: (signal) => restart({ ...server, port, startLock, signal }),
      cluster: home.cluster,
      log: options.warn ?? log,
    })
    const user = { home, binaries, log, startLock, usersLock, use, endLog: keepLogShort(home.dir) }
    let stopped: Promise<void> | undefined
    return {
      url,
      ownerUrl: urls.owner,
      serviceUrl: urls.service,
      grant: () => grantToService(urls),
      backup: (folder) => makeBackup({ ...options, home, url, version: binaries.version }, folder),
      bytes: () => bytesOf(home.cluster),
      problem: () => watch.problem(),
      stop: () => (stopped ??= watch.stop().then(() => stopUsing(user))),
    }
  } finally {
    starting.release()
  }
}

function settingsOf({ archive, settings }: EmbeddedOptions, home: Home): Record<string, string> {
  return { ...(archive && archiveSettings(archive, home)), ...settings }
}

/** Returns the addresses of all roles. That of the service goes through the server's Unix socket, if it has one. */
function urlsOf(url: string, home: Home) {
  const urls = roleUrls(url)
  return { ...urls, service: throughSocket(urls.service, home) }
}

/** A process that uses a server, with its locks. */
type User = {
  home: Home
  binaries: Binaries
  log: (line: string) => void
  startLock: string
  usersLock: string
  use: Lock
  endLog: () => void
}

/** Releases the server. Shuts it down if no other process uses it. */
async function stopUsing({ home, binaries, log, startLock, usersLock, use, endLog }: User): Promise<void> {
  // If the lock is not available, another process is starting and will use the server.
  const stopping = await lock(startLock, 'exclusive', STOP_LOCK_MS).catch(() => undefined)
  endLog()
  use.release()
  try {
    if (stopping && !isHeld(usersLock)) await shutDown(home, binaries, log)
  } finally {
    stopping?.release()
  }
}
