import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'
import { run } from './run.ts'

/** `status` is PostgreSQL's word: empty until its port is bound, then `starting`, `ready`, `stopping`. */
export type RunningServer = { pid: number; port: number; status: string }

const STOP_MS = 6500
const POLL_MS = 20

/**
 * The server that runs on `cluster`, from its postmaster.pid; undefined when none does. A file left over from a crash or
 * a reboot is removed when its process id belongs to another program by now, as PostgreSQL would refuse to start. The
 * caller holds the start lock, as the file may be a new server's by the time it is removed.
 */
export function runningServer(cluster: string): RunningServer | undefined {
  const server = findServer(cluster)
  if (server === 'foreign') rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return server === 'foreign' ? undefined : server
}

export type ServerState = 'ready' | 'changing' | 'gone'

/** Whether a server on `cluster` is ready, starts or stops, or does not run. Changes nothing, so it needs no lock. */
export function serverState(cluster: string): ServerState {
  const server = findServer(cluster)
  if (typeof server !== 'object') return 'gone'
  return server.status === 'ready' ? 'ready' : 'changing'
}

/** The server, undefined for none, or `foreign` when the file names a process of another program. */
function findServer(cluster: string): RunningServer | 'foreign' | undefined {
  const lines = readLines(join(cluster, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!(pid > 1) || !isAlive(pid)) return undefined
  if (!runsOn(pid, cluster)) return 'foreign'
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
}

/**
 * Shuts the server on `home` down in order (fast mode) and waits for its end, at most 7 s; one that takes longer goes on
 * by itself, and the next start waits for it.
 */
export async function shutDown(home: Home, binaries: Binaries, log: (line: string) => void): Promise<void> {
  if (!runningServer(home.cluster)) return
  try {
    await run(binaries.pgCtl, ['stop', `--pgdata=${home.cluster}`, '--mode=fast', '--no-wait'], home.user)
  } catch (error) {
    if (runningServer(home.cluster)) log(`cannot stop PostgreSQL: ${(error as Error).message}`)
    return
  }
  if (!(await hasEnded(home.cluster, STOP_MS)))
    log('PostgreSQL is still writing its last checkpoint and ends by itself')
}

/** Waits until no server runs on `cluster`; false when one still does after `timeoutMs`. */
export async function hasEnded(cluster: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (existsSync(join(cluster, 'postmaster.pid')) && runningServer(cluster)) {
    if (Date.now() > deadline) return false
    await sleep(POLL_MS)
  }
  return true
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Whether process `pid` is a server on `cluster`: its working directory tells, or, where that is hidden (another user's
 * process, in a container), its arguments. What the system does not show at all counts as one.
 */
function runsOn(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true
  const read = (look: () => boolean) => {
    try {
      return look()
    } catch {
      return undefined
    }
  }
  const inCluster = read(() => readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster))
  return (
    inCluster ??
    read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)) ??
    isAlive(pid)
  )
}
