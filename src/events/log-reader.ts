import type { Db } from '../db/database.ts'
import { isTooMuch } from '../db/is-too-much.ts'
import { readEvents, type ReadRequest, type ReadResult } from './event-log.ts'

/**
 * Returns a function that reads the log in batches of at most `batch` events. After a batch that takes too
 * long, the next has half as many events, down to one. Each successful read doubles the number again.
 */
export function createLogReader(
  db: Db,
  batch: number,
): (request: Omit<ReadRequest, 'limit'>) => Promise<ReadResult> {
  let limit = batch
  return async (request) => {
    try {
      const read = await readEvents(db, { ...request, limit })
      limit = Math.min(limit * 2, batch)
      return read
    } catch (error) {
      if (await isTooMuch(db, error)) limit = Math.max(1, Math.floor(limit / 2))
      throw error
    }
  }
}
