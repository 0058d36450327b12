import { closeSync, copyFileSync, fstatSync, openSync, readSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

const LIMIT = 10 * 1024 * 1024
const CHECK_MS = 60_000
const TAIL = 16 * 1024

/** Path of the server's log below its home. */
export function logPath(home: string): string {
  return join(home, 'postgres.log')
}

/** Opens the server's log for appending (mode 0600); the caller closes the descriptor. `size` is where new lines begin. */
export function openLog(home: string): { fd: number; size: number } {
  const fd = openSync(logPath(home), 'a', 0o600)
  return { fd, size: fstatSync(fd).size }
}

/** What the server wrote since `from`, 16 kB at most. */
export function readLog(home: string, from: number): string {
  const fd = openSync(logPath(home), 'r')
  try {
    const buffer = Buffer.alloc(TAIL)
    return buffer.toString('utf8', 0, readSync(fd, buffer, 0, TAIL, from))
  } finally {
    closeSync(fd)
  }
}

/**
 * Looks at the log once now and once a minute: past 10 MB it becomes `postgres.log.1`, of which one is kept.
 * The file is copied and emptied, as the server goes on writing to the one it has open.
 * Returns the function that ends this; the process may end without it.
 */
export function keepLogShort(home: string): () => void {
  const timer = setInterval(() => rotate(logPath(home)), CHECK_MS)
  timer.unref()
  rotate(logPath(home))
  return () => clearInterval(timer)
}

function rotate(path: string): void {
  try {
    if (statSync(path).size <= LIMIT) return
    copyFileSync(path, `${path}.1`)
    truncateSync(path)
  } catch {
    // A log that cannot be rotated now is looked at again in a minute.
  }
}
