import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { EVENT_TYPES } from '../../events/catalogue.ts'
import { parseEventId } from '../../events/cursor.ts'
import type { EventRow } from '../../events/event-row.ts'
import { HORIZON } from '../../events/position.ts'

/**
 * Returns the organization's event with an id such as `evt_1a_2b`. Null if the log does not contain it, or a
 * running transaction still blocks it.
 */
export async function findEvent(db: Db, organizationId: number, id: string): Promise<EventRow | null> {
  const cursor = parseEventId(id)
  if (!cursor) return null
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('position', '=', cursor.position)
    .where('id', '=', cursor.id)
    .where('position', '<', HORIZON)
    .where('type', '=', sql<string>`any(${EVENT_TYPES})`)
    .$castTo<EventRow>()
    .executeTakeFirst()
  return row ?? null
}
