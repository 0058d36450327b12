import type pg from 'pg'
import { CONNECT_TIMEOUT } from '../deadline.ts'
import { FairQueue, shares } from '../../lib/concurrency/fair-queue.ts'

/** Concurrent reads for each connection to the database. */
const READS_PER_CONNECTION = 1.5

/**
 * Runs the read of a request in its turn, unless its client is gone by then, so that `isOver` returns true. `owner` is
 * the organization, or 0.
 * @throws Error that means a busy database, when no turn comes in time, or the error of the read
 */
export type ReadTurns = (owner: number, isOver: () => boolean, read: () => Promise<void>) => Promise<void>

/**
 * Limits the concurrent reads of a process, in shares of its organizations. More of them would wait for connections in
 * the middle of their work. Garbage collection then takes the objects of a waiting read for long-lived, and keeps all
 * rows that the read adds to them: a fifth more CPU time, and half more memory. The timeout is that of a connection.
 */
export function createReadTurns({
  max,
  connectionTimeoutMillis: timeout = 0,
}: Pick<pg.Pool['options'], 'max' | 'connectionTimeoutMillis'>): ReadTurns {
  const queue = new FairQueue(shares(Math.ceil(max * READS_PER_CONNECTION)))
  const turnOf = (owner: number) =>
    new Promise<void>((resolve, reject) =>
      queue.wait(owner, resolve, timeout, () => reject(new Error(CONNECT_TIMEOUT))),
    )
  return async (owner, isOver, read) => {
    if (!queue.tryEnter(owner)) await turnOf(owner)
    try {
      if (!isOver()) await read()
    } finally {
      queue.leave(owner)
    }
  }
}
