import type pg from 'pg'
import { DISK_IS_FULL, isDiskFull } from './is-disk-full.ts'

export type Disk = {
  /** Problem of the database's disk that this process has detected, or null. */
  problem(): string | null
  /** Stops the checks. */
  close(): void
}

const FIRST_REST_MS = 500
const MAX_REST_MS = 5_000
/** Writes about 5 MB to a temporary file by exceeding `work_mem`. The file is deleted with the statement. */
const PROBE = `set local work_mem = '64kB'; select count(*) from generate_series(1, 200000)`

/**
 * Detects a full disk of the database from the first statement of the pool that fails for this reason. It
 * then writes a temporary file every few seconds until that succeeds. `onChange` receives the problem, and
 * null at its end.
 */
export function watchDisk(pool: pg.Pool, onChange: (problem: string | null) => void = () => {}): Disk {
  let full = false
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const set = (now: boolean) => {
    if (full === now) return
    full = now
    onChange(now ? DISK_IS_FULL : null)
  }
  const look = async (rest: number) => {
    try {
      await pool.query(PROBE)
      set(false)
    } catch {
      // An unreachable database may still have a full disk.
      again(Math.min(rest * 2, MAX_REST_MS))
    }
  }
  const again = (rest: number) => {
    if (!closed) timer = setTimeout(() => void look(rest), rest).unref()
  }
  pool.on('connect', (client) => {
    connectionOf(client).on('errorMessage', (error: unknown) => {
      if (full || closed || !isDiskFull(error)) return
      set(true)
      again(FIRST_REST_MS)
    })
  })
  return {
    problem: () => (full ? DISK_IS_FULL : null),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/**
 * The connection object of pg. It receives every error of the server, including errors of Prisma's
 * statements.
 */
function connectionOf(client: pg.PoolClient): NodeJS.EventEmitter {
  return (client as unknown as { connection: NodeJS.EventEmitter }).connection
}
