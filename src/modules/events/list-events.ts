import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { readPage, type OrderColumn, type Page, type PageRequest } from '../../db/keyset.ts'
import type { EventType } from '../../events/catalogue.ts'
import { eventIdOf } from '../../events/cursor.ts'
import type { EventRow } from '../../events/event-row.ts'
import { HORIZON } from '../../events/position.ts'
import { encodeCursor } from '../../lib/page-cursor.ts'
import { resumeCursor } from './resume-cursor.ts'

const ORDER: OrderColumn<EventRow>[] = [
  { column: 'events.position', descending: false, type: 'bigint', value: ({ position }) => position },
  { column: 'events.id', descending: false, type: 'bigint', value: ({ id }) => id },
]

/** `after` and `before` are ids of events. */
export type EventListRequest = {
  types: readonly EventType[]
  only?: RawBuilder<boolean>
  page: Omit<PageRequest, 'page'>
}

/**
 * One page of an organization's events in the log's order, oldest first. Its cursors are the events' ids, and nothing
 * can appear before one that it has shown: what running transactions still hold back is left out.
 * @throws AppError INVALID_PARAM for a bad page, or an id as `resumeCursor`
 */
export async function listEvents(
  db: Db,
  organizationId: number,
  { types, only, page }: EventListRequest,
): Promise<Page<EventRow>> {
  const found = await readPage(
    db
      .selectFrom('events')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('type', '=', sql<string>`any(${types})`)
      .where('position', '<', HORIZON)
      .$if(only !== undefined, (query) => query.where(only as RawBuilder<boolean>))
      .$castTo<EventRow>(),
    ORDER,
    {
      ...page,
      after: await cursorOf(db, 'after', page.after),
      before: await cursorOf(db, 'before', page.before),
    },
  )
  return { ...found, cursorOf: eventIdOf }
}

async function cursorOf(db: Db, field: 'after' | 'before', id: string | null | undefined) {
  if (id == null) return null
  const cursor = await resumeCursor(db, field, id)
  return encodeCursor([cursor.position, cursor.id])
}
