import { readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'

type Found = { pid: number; title: string }

/**
 * Kills the processes of a killed server on `cluster`, which may compute for hours. Kills none while a server runs on
 * it. Has an effect on Linux only, where working directories are visible. The caller holds the start lock.
 */
export function endOrphans(cluster: string): void {
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
