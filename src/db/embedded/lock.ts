import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'

export type Lock = { release(): void }
type Mode = 'exclusive' | 'shared'

const BUSY = 5
const POLL_MS = 25

// Garbage collection of a handle would release its lock.
const held = new Set<DatabaseSync>()

/**
 * Waits for a lock on the file `path`, which is created if it is missing and never written to. The lock is
 * the kernel's, taken through SQLite. It holds between processes and within one, and is released when its
 * process ends.
 * @throws Error after `timeoutMs`, or when the file system cannot lock.
 */
export async function lock(path: string, mode: Mode, timeoutMs: number): Promise<Lock> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const taken = tryLock(path, mode)
    if (taken) return taken
    if (performance.now() > deadline) {
      throw new Error(
        `Another process has been starting or stopping the embedded PostgreSQL for more than ${timeoutMs / 1000} s and holds ${path}. End that process and start again.`,
      )
    }
    await sleep(POLL_MS)
  }
}

/** Whether any process, including this one, holds a lock on `path`. */
export function isHeld(path: string): boolean {
  const taken = tryLock(path, 'exclusive')
  taken?.release()
  return taken === undefined
}

/**
 * Takes the lock of `lock` if it is free now. Returns undefined if it is held.
 * @throws Error when the file cannot be opened or the file system cannot lock.
 */
export function tryLock(path: string, mode: Mode): Lock | undefined {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    // A journal on disk would need space that a full disk lacks.
    file.exec('PRAGMA journal_mode = MEMORY')
    file.exec(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT count(*) FROM sqlite_schema')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === BUSY) return undefined
    throw new Error(
      `Cannot lock ${path}: ${(error as Error).message}. Put DATA_DIR on a local file system, or set DATABASE_URL.`,
      { cause: error },
    )
  }
  held.add(file)
  return {
    release() {
      if (held.delete(file)) file.close()
    },
  }
}
