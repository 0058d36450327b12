import type { Db } from '../../db/database.ts'
import { cursorAfter, parseEventId, type Cursor } from '../../events/cursor.ts'
import type { Head } from '../../events/heads.ts'
import { invalidParam } from '../../lib/errors.ts'

/**
 * Returns the position in an organization's log that an event id names, from which a reader can resume without loss. A
 * number from `forgotten` on is a position, also if no event has it, as after a loss of commits. For an older one, such
 * as that of an id of the time before numbers, it is the position of the event.
 * @throws AppError INVALID_PARAM on `field` for an invalid event id, a number beyond the end of the log, or, for
 * `after`, one before the retained events
 */
export async function resumeCursor(
  db: Db,
  organizationId: number,
  { last, forgotten }: Head,
  field: 'after' | 'before',
  id: string,
): Promise<Cursor> {
  const cursor = parseEventId(id)
  if (!cursor || cursor.position > last) throw invalidParam(field, "is not an event's id")
  if (cursor.position >= forgotten) return cursorAfter(cursor.position)
  const found = await db
    .selectFrom('eventOrder')
    .select('number')
    .where('organizationId', '=', organizationId)
    .where('eventId', '=', cursor.id)
    .executeTakeFirst()
  if (found) return cursorAfter(found.number)
  if (field === 'after')
    throw invalidParam(field, 'is older than the event log, which retains events for 30 days')
  return cursorAfter(cursor.position)
}
