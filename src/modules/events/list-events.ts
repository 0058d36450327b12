import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { readPage, type OrderColumn, type Page, type PageRequest } from '../../db/keyset.ts'
import type { EventType } from '../../events/catalogue.ts'
import { eventIdOf } from '../../events/cursor.ts'
import { HORIZON } from '../../events/position.ts'
import { encodeCursor } from '../../lib/text/page-cursor.ts'
import { nodeColumns, type EventNode } from './event-node.ts'
import { resumeCursor } from './resume-cursor.ts'

const ORDER: OrderColumn<EventNode>[] = [
  { column: 'events.position', descending: false, type: 'bigint', value: ({ position }) => position },
  { column: 'events.id', descending: false, type: 'bigint', value: ({ id }) => id },
]

/** `after` and `before` are event ids. */
type EventListRequest = {
  types: readonly EventType[]
  only?: RawBuilder<boolean> | undefined
  page: Omit<PageRequest, 'page'>
}

/**
 * Returns one page of an organization's events in log order, oldest first. Cursors are event ids. Events that
 * running transactions still block are excluded, so that no event appears before one already returned. Large
 * events are read without their content.
 * @throws AppError INVALID_PARAM for invalid page arguments, or an id as `resumeCursor`
 */
export async function listEvents(
  db: Db,
  organizationId: number,
  { types, only, page }: EventListRequest,
): Promise<Page<EventNode>> {
  const found = await readPage(
    db,
    db
      .selectFrom('events')
      .select(nodeColumns())
      .where('organizationId', '=', organizationId)
      .where('type', '=', sql<string>`any(${types})`)
      .where('position', '<', HORIZON)
      .$if(only !== undefined, (query) => query.where(only as RawBuilder<boolean>))
      .$castTo<EventNode>(),
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
