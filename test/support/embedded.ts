import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { DEADLINE_MS } from './deadline.ts'

/** Time limit for the restart of a server on a busy machine, recovery included, in milliseconds. */
export const BACK_WITHIN_MS = DEADLINE_MS

/** The process id of the PostgreSQL that runs, or ran last, on a data directory. 0 without one. */
export function serverPid(dataDir: string): number {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

/** The process ids of a data directory's PostgreSQL: the server and its children, orphans included. */
export function serverProcesses(dataDir: string): number[] {
  const cluster = join(dataDir, 'postgres')
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && workingDirectory(pid) === cluster)
}

/** The process ids of the servers alone, without their children. */
export function servers(dataDir: string): number[] {
  return serverProcesses(dataDir).filter((pid) => !commandLine(pid).startsWith('postgres: '))
}

/** Kills the server with SIGKILL and returns its process id. Its children run until they detect its death. */
export function killServer(dataDir: string): number {
  const pid = serverPid(dataDir)
  process.kill(pid, 'SIGKILL')
  return pid
}

/** Kills the server and its children with SIGKILL, as the kernel does when memory is exhausted. */
export function killAllOf(dataDir: string): void {
  for (const pid of serverProcesses(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
}

/** Waits until a server other than `former` is ready on a data directory. */
export async function serverBack(dataDir: string, former: number): Promise<void> {
  await expect
    .poll(() => serverPid(dataDir) !== former && statusOf(dataDir), { timeout: BACK_WITHIN_MS, interval: 50 })
    .toBe('ready')
}

/** Waits until a URL responds with a status, and returns the body. */
export async function answers(url: string, status: number, timeout = BACK_WITHIN_MS): Promise<unknown> {
  let body: unknown
  const ask = async () => {
    const response = await fetch(url)
    body = await response.json()
    return response.status
  }
  await expect.poll(ask, { timeout, interval: 50 }).toBe(status)
  return body
}

function statusOf(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[7]?.trim()
  } catch {
    return undefined
  }
}

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return 'postgres: gone'
  }
}
