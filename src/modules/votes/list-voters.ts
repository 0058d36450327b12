import type { Db } from '../../db/database.ts'
import type { VoteDirection } from '../../db/generated/tables.ts'
import { readPage, type PageRequest } from '../../db/keyset.ts'

/** One page of the votes on a post, in the order in which the voters first came to the organization. */
export function listVoters(
  db: Db,
  organizationId: number,
  { postId, direction, page }: { postId: number; direction?: VoteDirection | null; page: PageRequest },
) {
  let votes = db
    .selectFrom('votes')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('postId', '=', postId)
  if (direction) votes = votes.where('direction', '=', direction)
  // The order of the primary key: a page costs the same, however many have voted.
  return readPage(
    votes,
    [{ column: 'votes.user_id', descending: false, type: 'int', value: ({ userId }) => userId }],
    page,
  )
}
