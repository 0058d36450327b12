import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { cursorWriter } from '../../db/lists/order-cursor.ts'
import { readPage, type OrderColumn, type Page, type PageRequest } from '../../db/lists/keyset.ts'
import type { EventType } from '../../events/catalogue.ts'
import { eventIdOf } from '../../events/cursor.ts'
import { selectLogged } from '../../events/logged.ts'
import { nodeColumns, type EventNode } from './event-node.ts'
import { numberRecorded, currentHead } from './current-head.ts'
import { resumeCursor } from './resume-cursor.ts'

const ORDER: OrderColumn<Pick<EventNode, 'position'>>[] = [
  { column: 'events.position', descending: false, type: 'bigint', value: ({ position }) => position },
]
const positionCursor = cursorWriter(ORDER)

/** `after` and `before` are event ids. */
type EventListRequest = {
  types: readonly EventType[]
  only?: RawBuilder<boolean> | undefined
  page: PageRequest
}

/**
 * Returns one page of an organization's events in log order, oldest first. Cursors are event ids. Events whose change
 * was acknowledged before are included. No event appears later before one already returned. Large events are read
 * without their content.
 * @throws AppError INVALID_PARAM for invalid page arguments, or an id as `resumeCursor`
 */
export async function listEvents(
  db: Db,
  organizationId: number,
  { types, only, page }: EventListRequest,
): Promise<Page<EventNode>> {
  const cursors = await cursorsOf(db, organizationId, page)
  const found = await readPage(
    db,
    selectLogged(db, organizationId)
      .select(nodeColumns())
      .where('type', '=', sql<string>`any(${types})`)
      .$if(only !== undefined, (query) => query.where(only as RawBuilder<boolean>))
      .$castTo<EventNode>(),
    ORDER,
    { ...page, ...cursors },
  )
  return { ...found, cursorOf: eventIdOf }
}

/** Numbers the recorded events, and returns the cursors of a page. */
async function cursorsOf(db: Db, organizationId: number, { after, before }: EventListRequest['page']) {
  if (after == null && before == null) {
    await numberRecorded(db, organizationId)
    return {}
  }
  const head = await currentHead(db, organizationId)
  const cursorOf = (field: 'after' | 'before', id: string | null | undefined) =>
    id == null ? null : positionCursor(resumeCursor(head, field, id))
  return { after: cursorOf('after', after), before: cursorOf('before', before) }
}
