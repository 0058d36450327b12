import { cursorAfter, parseEventId, type Cursor } from '../../events/cursor.ts'
import type { Head } from '../../events/heads.ts'
import { invalidParam } from '../../lib/errors.ts'

/**
 * Returns the position in an organization's log that an event id names, from which a reader can resume without loss. A
 * number is a position, also if no event has it, as after a loss of commits.
 * @throws AppError INVALID_PARAM on `field` for an invalid event id, a number beyond the end of the log, or, for
 * `after`, one before the retained events
 */
export function resumeCursor({ last, forgotten }: Head, field: 'after' | 'before', id: string): Cursor {
  const cursor = parseEventId(id)
  if (!cursor || cursor.position > last) throw invalidParam(field, "is not an event's id")
  if (field === 'after' && cursor.position < forgotten)
    throw invalidParam(field, 'is older than the retained events')
  return cursorAfter(cursor.position)
}
