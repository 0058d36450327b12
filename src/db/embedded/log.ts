import { closeSync, copyFileSync, fstatSync, openSync, readSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

const LIMIT = 10 * 1024 * 1024
const CHECK_MS = 60_000
const TAIL = 16 * 1024

/** Path of the server's log in its home. */
export function logPath(home: string): string {
  return join(home, 'postgres.log')
}

/**
 * Opens the server's log for appending (mode 0600). The caller closes the descriptor. New lines start at
 * offset `size`.
 */
export function openLog(home: string): { fd: number; size: number } {
  const fd = openSync(logPath(home), 'a', 0o600)
  return { fd, size: fstatSync(fd).size }
}

/** Returns the server's output since offset `from`, at most 16 kB. */
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
 * Checks the log now and once a minute. Beyond 10 MB it becomes `postgres.log.1`, and the former one is
 * overwritten. The file is copied and truncated, because the server keeps it open. Returns a function that
 * stops the checks. They do not keep the process alive.
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
    // The next check, in a minute, retries the rotation.
  }
}
