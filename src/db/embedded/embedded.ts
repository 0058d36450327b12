import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { findHome, giveToOwner } from './home.ts'
import { isHeld, lock } from './lock.ts'
import { keepLogShort } from './log.ts'
import { restart } from './restart.ts'
import { grantToService, prepareRoles, roleUrls } from './roles.ts'
import { serve } from './serve.ts'
import { serverState, shutDown } from './server.ts'
import { watch } from './watch.ts'

export type EmbeddedOptions = {
  /** Absolute or relative; made when missing. */
  dataDir: string
  /** Hears what an operator may want to know, a line at a time. */
  log?: (line: string) => void
  /** Hears that the server was lost, or cannot be started again, a line at a time; as `log` when left out. */
  warn?: (line: string) => void
  /** A free one is chosen when left out or 0. */
  port?: number
}

export type EmbeddedPostgres = {
  /** Superuser on a database of its own, on 127.0.0.1: for administration. */
  url: string
  /** The same database for the role that owns what is in it: for migrations. */
  ownerUrl: string
  /** The same for a role that reads and writes rows, and owns nothing: for the service. */
  serviceUrl: string
  /** Lets the service's role use the tables that were made since; to be called after migrations. */
  grant(): Promise<void>
  /** Why the server, once lost, cannot be started again, in a few words without paths; null while it can. */
  problem(): string | null
  /** Ends this process's use; the last user's `stop` shuts the server down. Takes at most 8 s, may be called again. */
  stop(): Promise<void>
}

const START_LOCK_MS = 120_000
const STOP_LOCK_MS = 1000

/**
 * Starts PostgreSQL on `dataDir` or joins the one that runs on it already (contract chapter 8). Any number of
 * processes may call it at once: the first makes the cluster, all use the one server, the last out stops it.
 * A server left behind by a killed process is taken over. Until `stop`, a server that is lost is started again, on the
 * same address.
 * @throws Error whose message names the obstacle and what the operator can do about it.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const home = findHome(options.dataDir, log)
  const binaries = await findBinaries(home.user, log)
  const startLock = join(home.dir, 'postgres.lock')
  const usersLock = join(home.dir, 'postgres.users')
  const starting = await lock(startLock, 'exclusive', START_LOCK_MS)
  try {
    const others = isHeld(usersLock)
    const password = await ensureCluster(home, binaries, log)
    const url = await serve({ home, binaries, password, port: options.port || undefined, others, log })
    const urls = roleUrls(url)
    await prepareRoles(urls)
    const use = await lock(usersLock, 'shared', START_LOCK_MS)
    giveToOwner(home.dir)
    const endLog = keepLogShort(home.dir)
    const port = Number(new URL(url).port)
    const watching = watch({
      state: () => serverState(home.cluster),
      start: (signal) => restart({ home, binaries, password, port, log, startLock, signal }),
      cluster: home.cluster,
      log: options.warn ?? log,
    })
    let stopped: Promise<void> | undefined
    return {
      url,
      ownerUrl: urls.owner,
      serviceUrl: urls.service,
      grant: () => grantToService(urls),
      problem: watching.problem,
      stop: () => (stopped ??= watching.stop().then(() => stop(use, endLog))),
    }
  } finally {
    starting.release()
  }

  async function stop(use: { release(): void }, endLog: () => void): Promise<void> {
    // Without the lock somebody is just starting and will use the server.
    const stopping = await lock(startLock, 'exclusive', STOP_LOCK_MS).catch(() => undefined)
    endLog()
    use.release()
    try {
      if (stopping && !isHeld(usersLock)) await shutDown(home, binaries, log)
    } finally {
      stopping?.release()
    }
  }
}
