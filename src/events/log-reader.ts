import type { Db } from '../db/database.ts'
import { isTooMuch } from '../db/errors/is-too-much.ts'
import { readEvents, type ReadRequest, type ReadResult } from './event-log.ts'

/** Number of events that a read compares with its conditions after one that takes too long. */
const COMPARED = 20_000

/**
 * Returns a function that reads the log in batches of at most `batch` events. After a batch that takes too
 * long, the next has half as many events, down to one. Each successful read doubles the number again. Until the
 * reader has caught up, each read also compares at most `compared` events with its conditions, and half as many
 * after each further failure, so that a reader of few events of many advances.
 */
export function createLogReader(
  db: Db,
  batch: number,
  compared = COMPARED,
): (request: Omit<ReadRequest, 'limit' | 'compared'>) => Promise<ReadResult> {
  let limit = batch
  let most: number | undefined
  return async (request) => {
    try {
      const read = await readEvents(db, { ...request, limit, compared: most })
      limit = Math.min(limit * 2, batch)
      if (!read.more) most = undefined
      return read
    } catch (error) {
      if (await isTooMuch(db, error)) {
        limit = Math.max(1, Math.floor(limit / 2))
        most = most === undefined ? compared : Math.max(1, Math.floor(most / 2))
      }
      throw error
    }
  }
}
