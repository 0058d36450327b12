import { readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'

type Found = { pid: number; title: string }

/**
 * Ends the processes that a killed server left behind on `cluster`, which may compute for hours without noticing. They
 * hold nothing that a crash recovery needs. Ends none while a server runs on it, and none where the system does not show
 * the working directories of processes (only Linux does). The caller holds the start lock.
 */
export function endOrphans(cluster: string): void {
  const found = processesOn(cluster)
  // A server keeps its command line, its children bear titles.
  if (found.some(({ title }) => !title.startsWith('postgres: '))) return
  for (const { pid } of found) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
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
