import type { Db } from '../../db/database.ts'
import { readPage, type PageRequest } from '../../db/keyset.ts'

/** One page of a post's subscribers, in the order in which they first came to the organization. */
export function listSubscribers(
  db: Db,
  organizationId: number,
  { postId, page }: { postId: number; page: PageRequest },
) {
  return readPage(
    db
      .selectFrom('postSubscribers')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('postId', '=', postId),
    // The order of the primary key: a page costs the same, however many there are.
    [{ column: 'post_subscribers.user_id', descending: false, type: 'int', value: ({ userId }) => userId }],
    page,
  )
}
