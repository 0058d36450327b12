import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'
import { readLines } from './read-lines.ts'
import { run } from './run.ts'

/**
 * `status` is PostgreSQL's word. It is empty until the port is bound, then `starting`, `ready` or `stopping`.
 */
type RunningServer = { pid: number; port: number; status: string }

const STOP_MS = 6500
const END_MS = 30_000
const POLL_MS = 20

/**
 * Returns the server that runs on `cluster`, from its postmaster.pid, or undefined. Deletes a stale file
 * whose process id now belongs to another program, because PostgreSQL would not start. The caller holds the
 * start lock, because a new server could replace the file before its deletion.
 */
export function runningServer(cluster: string): RunningServer | undefined {
  const server = findServer(cluster)
  if (server === 'foreign') rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return server === 'foreign' ? undefined : server
}

export type ServerState = 'ready' | 'changing' | 'gone'

/**
 * Whether a server on `cluster` is ready, is starting or stopping, or does not run. Reads only, so it needs
 * no lock.
 */
export function serverState(cluster: string): ServerState {
  const server = findServer(cluster)
  if (typeof server !== 'object') return 'gone'
  return server.status === 'ready' ? 'ready' : 'changing'
}

/** Returns the server, undefined for none, or `foreign` if the process belongs to another program. */
function findServer(cluster: string): RunningServer | 'foreign' | undefined {
  const lines = readLines(join(cluster, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!(pid > 1) || !isAlive(pid)) return undefined
  if (!runsOn(pid, cluster)) return 'foreign'
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
}

/**
 * Shuts the server on `home` down (fast mode) and waits at most 7 s for its end. A slower shutdown continues
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

/**
 * Ends a server on `home` that does not shut down, as a crash does, and waits at most 30 s for its end. PostgreSQL
 * kills its own processes, and the next start recovers all that was committed.
 */
export async function endAtOnce({ cluster, user }: Home, binaries: Binaries): Promise<boolean> {
  const args = ['stop', `--pgdata=${cluster}`, '--mode=immediate', '--no-wait']
  // It may end by itself before.
  await run(binaries.pgCtl, args, user).catch(() => {})
  return hasEnded(cluster, END_MS)
}

/** Waits until no server runs on `cluster`. Returns false if one still does after `timeoutMs`. */
export async function hasEnded(cluster: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (existsSync(join(cluster, 'postmaster.pid')) && runningServer(cluster)) {
    if (performance.now() > deadline) return false
    await sleep(POLL_MS)
  }
  return true
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Whether process `pid` is a server on `cluster`, by its working directory. If that is hidden (another user's
 * process, in a container), by its arguments. A process that is hidden completely counts as one.
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
