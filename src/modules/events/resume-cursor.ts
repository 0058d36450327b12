import type { Db } from '../../db/database.ts'
import { compareCursors, parseEventId, type Cursor } from '../../events/cursor.ts'
import { prunedPosition, endOfLog } from '../../events/event-log.ts'
import { invalidParam } from '../../lib/errors.ts'

/**
 * The place in the log that an event's id names, from which a reader goes on and misses nothing. Whose event it is does
 * not matter: a place tells nothing.
 * @throws AppError INVALID_PARAM on `field` for what is no event's id, lies beyond the end of the log, or, going onwards,
 * lies before what the log still has
 */
export async function resumeCursor(db: Db, field: 'after' | 'before', id: string): Promise<Cursor> {
  const cursor = parseEventId(id)
  if (!cursor || compareCursors(cursor, await endOfLog(db)) > 0)
    throw invalidParam(field, "is not an event's id")
  // What came after it in its own transaction may be gone with it.
  if (field === 'after' && cursor.position <= (await prunedPosition(db)))
    throw invalidParam(field, 'is older than what the log still has: events are kept for 30 days')
  return cursor
}
