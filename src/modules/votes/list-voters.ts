import type { Db } from '../../db/database.ts'
import type { VoteDirection } from '../../db/generated/tables.ts'
import { readPage, type PageRequest } from '../../db/keyset.ts'

/** Returns one page of the votes on a post, ordered by id of the voter. */
export function listVoters(
  db: Db,
  organizationId: number,
  {
    postId,
    direction,
    page,
  }: { postId: number; direction?: VoteDirection | null | undefined; page: PageRequest },
) {
  let votes = db
    .selectFrom('votes')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('postId', '=', postId)
  if (direction) votes = votes.where('direction', '=', direction)
  // Primary key order, so that the cost of a page is independent of the number of votes.
  return readPage(
    db,
    votes,
    [{ column: 'votes.user_id', descending: false, type: 'int', value: ({ userId }) => userId }],
    page,
  )
}
