import type { Db } from '../../db/database.ts'
import { readPage, type PageRequest } from '../../db/keyset.ts'

/** Returns one page of a post's subscribers, ordered by id of the person. */
export function listSubscribers(
  db: Db,
  organizationId: number,
  { postId, page }: { postId: number; page: PageRequest },
) {
  return readPage(
    db,
    db
      .selectFrom('postSubscribers')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('postId', '=', postId),
    // Primary key order, so that the cost of a page is independent of the number of subscribers.
    [{ column: 'post_subscribers.user_id', descending: false, type: 'int', value: ({ userId }) => userId }],
    page,
  )
}
