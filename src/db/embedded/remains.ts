import { readFileSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

type Found = { pid: number; title: string }

/**
 * Kills the processes of a killed server on `cluster`, which may compute for hours, and deletes a postmaster.pid
 * without a process id, which a server leaves if it is killed at its start. Does nothing while a server runs on it.
 * Processes are visible on Linux only. The caller holds the start lock.
 */
export function removeRemains(cluster: string): void {
  const found = processesOn(cluster)
  // A postmaster keeps its command line. Its children set process titles.
  if (found.some(({ title }) => !title.startsWith('postgres: '))) return
  for (const { pid } of found) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  const file = join(cluster, 'postmaster.pid')
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file, { force: true })
}

function processesOn(cluster: string): Found[] {
  if (process.platform !== 'linux') return []
  const directory = realpathSync(cluster)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isIn(name, directory))
    .map((name) => ({ pid: Number(name), title: titleOf(name) }))
}

function isIn(pid: string, directory: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory
  } catch {
    return false
  }
}

function titleOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
