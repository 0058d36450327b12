import type pg from 'pg'
import { DISK_IS_FULL, isDiskFull } from './is-disk-full.ts'

export type Disk = {
  /** What is wrong with the database's disk, as far as this process has noticed; null when nothing is. */
  problem(): string | null
  /** Ends the look-outs. */
  close(): void
}

const FIRST_REST_MS = 500
const MAX_REST_MS = 5_000
/** Writes some 5 MB to the disk and leaves nothing behind: rows beyond the memory granted go to a temporary file. */
const PROBE = `set local work_mem = '64kB'; select count(*) from generate_series(1, 200000)`

/**
 * Notices that the disk of the database is full from the first statement of any connection of the pool that fails for
 * it, which costs other statements nothing. From then on something is written every few seconds, until that succeeds.
 * `onChange` hears the problem, and null at its end.
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
      // Also a database that is away may have a full disk still.
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

/** The connection object of pg, which receives every error of the server, those of Prisma's statements included. */
function connectionOf(client: pg.PoolClient): NodeJS.EventEmitter {
  return (client as unknown as { connection: NodeJS.EventEmitter }).connection
}
