import type { Db } from '../../db/database.ts'
import type { Vote } from '../../db/rows.ts'
import type { VoteDirection } from '../../db/generated/tables.ts'
import type { OrderColumn, Page, PageRequest } from '../../db/lists/keyset.ts'
import { readPagesOfParents } from '../../db/lists/pages-of-parents.ts'
import { readPairs, type Pair } from '../../db/lists/read-pairs.ts'

/** Page of the votes on each post. */
export type VotersRequest = { direction: VoteDirection | null; page: PageRequest }

/** Primary key order, so that the cost of a page is independent of the number of votes. */
const BY_VOTER: OrderColumn<Vote>[] = [
  { column: 'v.user_id', descending: false, type: 'int', value: ({ userId }) => userId },
]

const COLUMNS = `v.organization_id as "organizationId", v.post_id as "postId", v.user_id as "userId", v.direction,
  v.created_at as "createdAt"`

/**
 * Returns the same page of votes for several posts, ordered by id of the voter, in one statement. Each page
 * has the id of its post.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export function listVoters(
  db: Db,
  organizationId: number,
  postIds: readonly number[],
  { direction, page }: VotersRequest,
): Promise<{ id: number; page: Page<Vote> }[]> {
  const conditions = ['v.organization_id = $1', 'v.post_id = wanted.id']
  if (direction !== null) conditions.push(`v.direction = '${direction === 'up' ? 'up' : 'down'}'`)
  const list = {
    alias: 'v',
    from: 'votes v',
    conditions,
    values: [organizationId],
    order: BY_VOTER,
    columns: () => COLUMNS,
  }
  return readPagesOfParents(db, postIds, list, page)
}

/** Returns the votes of given posts and people, in one statement. */
export const readVotes = (db: Db, organizationId: number, pairs: readonly Pair[]) =>
  readPairs<Vote>(db, organizationId, pairs, {
    from: 'votes v',
    alias: 'v',
    key: ['post_id', 'user_id'],
    columns: COLUMNS,
  })
