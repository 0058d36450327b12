import type { Db } from '../../db/database.ts'
import { compareCursors, parseEventId, type Cursor } from '../../events/cursor.ts'
import { prunedPosition, endOfLog } from '../../events/event-log.ts'
import { invalidParam } from '../../lib/errors.ts'

/**
 * Returns the log position of an event id, from which a reader can resume without loss. The event may belong
 * to any organization, because a position reveals nothing.
 * @throws AppError INVALID_PARAM on `field` for an invalid event id, a position beyond the end of the log,
 * or, for `after`, one before the retained events
 */
export async function resumeCursor(db: Db, field: 'after' | 'before', id: string): Promise<Cursor> {
  const cursor = parseEventId(id)
  if (!cursor || compareCursors(cursor, await endOfLog(db)) > 0)
    throw invalidParam(field, "is not an event's id")
  // Later events of its transaction may have been pruned with it.
  if (field === 'after' && cursor.position <= (await prunedPosition(db)))
    throw invalidParam(field, 'is older than the event log, which retains events for 30 days')
  return cursor
}
