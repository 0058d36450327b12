import { sql } from 'kysely'
import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import { readPage, type OrderColumn, type Page, type PageRequest } from '../../db/lists/keyset.ts'
import { bellOf, BELL_COLUMNS, type NotificationRow } from './notification-row.ts'

const NEWEST_FIRST: OrderColumn<NotificationRow>[] = [
  { column: 'n.id', descending: true, type: 'bigint', value: ({ id }) => id },
]
/** Maximum number of unread items that are counted. */
const MAX_UNREAD = 100

type Bell = { organizationId: number; userId: number; viewer: Viewer }

/**
 * Returns one page of the bell of a person, newest first, without items whose objects the person does not see.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listNotifications(
  db: Db,
  { organizationId, userId, viewer }: Bell,
  { unread, ...page }: PageRequest & { unread?: boolean | null | undefined },
): Promise<Page<NotificationRow>> {
  const items = bellOf(db, organizationId, userId, viewer)
    .select(BELL_COLUMNS)
    .$if(unread === true, (query) => query.where('n.readAt', 'is', null))
  return readPage(db, items, NEWEST_FIRST, page)
}

/** Returns the number of unread items of the bell of a person, at most 100. */
export async function countUnread(db: Db, { organizationId, userId, viewer }: Bell): Promise<number> {
  const unread = bellOf(db, organizationId, userId, viewer)
    .select('n.id')
    .where('n.readAt', 'is', null)
    .limit(sql.lit(MAX_UNREAD))
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from (${unread}) unread`.execute(db)
  return rows[0]?.count ?? 0
}
