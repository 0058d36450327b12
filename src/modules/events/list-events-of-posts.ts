import type { Db } from '../../db/database.ts'
import type { OrderColumn, Page, PageRequest } from '../../db/lists/keyset.ts'
import { cursorWriter } from '../../db/lists/order-cursor.ts'
import { readPagesOfParents } from '../../db/lists/pages-of-parents.ts'
import type { EventType } from '../../events/catalogue.ts'
import { eventIdOf, parseEventId } from '../../events/cursor.ts'
import { LOGGED_TEXT } from '../../events/logged.ts'
import { invalidParam } from '../../lib/errors.ts'
import { nodeColumnsText, type EventNode } from './event-node.ts'
import { numberRecorded } from './current-head.ts'

/** Page of the events of each post. `after` and `before` are event ids. */
export type EventsOfPostsRequest = { types: readonly EventType[]; page: PageRequest }

const IN_LOG_ORDER: OrderColumn<Pick<EventNode, 'position'>>[] = [
  { column: 'e.position', descending: false, type: 'bigint', value: ({ position }) => position },
]
const positionCursor = cursorWriter(IN_LOG_ORDER)

/**
 * Returns the same page of the events of several posts, their votes and their comments, oldest first, in one
 * statement. Each page has the id of its post. Large events are read without their content.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid event id
 */
export async function listEventsOfPosts(
  db: Db,
  organizationId: number,
  postIds: readonly number[],
  { types, page }: EventsOfPostsRequest,
): Promise<{ id: number; page: Page<EventNode> }[]> {
  await numberRecorded(db, organizationId)
  const list = {
    alias: 'e',
    from: `(${LOGGED_TEXT} where o.organization_id = $1) e`,
    conditions: ['e.of_post = wanted.id', 'e.type = any($2)'],
    values: [organizationId, types],
    order: IN_LOG_ORDER,
    columns: (most: string) => nodeColumnsText('e', most),
  }
  const pages = await readPagesOfParents<EventNode>(db, postIds, list, {
    ...page,
    after: cursorOf('after', page.after),
    before: cursorOf('before', page.before),
  })
  return pages.map(({ id, page: found }) => ({ id, page: { ...found, cursorOf: eventIdOf } }))
}

function cursorOf(field: 'after' | 'before', id: string | null | undefined): string | null {
  if (id == null) return null
  const cursor = parseEventId(id)
  if (!cursor) throw invalidParam(field, "is not an event's id")
  return positionCursor(cursor)
}
