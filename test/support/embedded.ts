import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** How long a server may take to come back on a busy machine, recovery included. */
export const BACK_WITHIN_MS = 60_000

/** The process id of the PostgreSQL that runs, or ran last, on a data directory; 0 without one. */
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

/** The servers among them: the processes that no other one of them has started. */
export function servers(dataDir: string): number[] {
  return serverProcesses(dataDir).filter((pid) => !commandLine(pid).startsWith('postgres: '))
}

/** Kills the server without warning; its children go on until they notice. */
export function killServer(dataDir: string): number {
  const pid = serverPid(dataDir)
  process.kill(pid, 'SIGKILL')
  return pid
}

/** Kills the server and its children without warning, as the system does when memory runs out. */
export function killAllOf(dataDir: string): void {
  for (const pid of serverProcesses(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It went with the one before it.
    }
  }
}

/** Waits until another server than `former` is ready on a data directory. */
export async function serverBack(dataDir: string, former: number): Promise<void> {
  await expect
    .poll(() => serverPid(dataDir) !== former && statusOf(dataDir), { timeout: BACK_WITHIN_MS, interval: 50 })
    .toBe('ready')
}

/** Waits until an address answers with a status, and returns the answer. */
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
