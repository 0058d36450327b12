import type { Db } from '../../db/database.ts'
import type { PostSubscriber } from '../../db/rows.ts'
import type { OrderColumn, Page, PageRequest } from '../../db/lists/keyset.ts'
import { readPagesOfParents } from '../../db/lists/pages-of-parents.ts'
import { readPairs, type Pair } from '../../db/lists/read-pairs.ts'

/** Primary key order, so that the cost of a page is independent of the number of subscribers. */
const BY_PERSON: OrderColumn<PostSubscriber>[] = [
  { column: 's.user_id', descending: false, type: 'int', value: ({ userId }) => userId },
]

const COLUMNS = `s.organization_id as "organizationId", s.post_id as "postId", s.user_id as "userId",
  s.created_at as "createdAt"`

/**
 * Returns the same page of subscribers for several posts, ordered by id of the person, in one statement. Each
 * page has the id of its post.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export function listSubscribers(
  db: Db,
  organizationId: number,
  postIds: readonly number[],
  page: PageRequest,
): Promise<{ id: number; page: Page<PostSubscriber> }[]> {
  const list = {
    alias: 's',
    from: 'post_subscribers s',
    conditions: ['s.organization_id = $1', 's.post_id = wanted.id'],
    values: [organizationId],
    order: BY_PERSON,
    columns: () => COLUMNS,
  }
  return readPagesOfParents(db, postIds, list, page)
}

/** Returns the subscriptions of given people to given posts, in one statement. */
export const readSubscribers = (db: Db, organizationId: number, pairs: readonly Pair[]) =>
  readPairs<PostSubscriber>(db, organizationId, pairs, {
    from: 'post_subscribers s',
    alias: 's',
    key: ['post_id', 'user_id'],
    columns: COLUMNS,
  })
