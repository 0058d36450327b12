import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { joinedRows } from '../../db/lists/joined-rows.ts'
import { notFound } from '../../lib/errors.ts'

const ROWS = joinedRows({ comment: 'comments', author: 'users', post: 'posts' })

/**
 * Locks a comment and its post. Returns the rows of the comment, its author and the post. Every change of a
 * post's comments locks the post's row. Until the transaction ends, no other one changes the comment, replies to it or
 * merges the post.
 * @throws AppError NOT_FOUND if there is none, or only the placeholder of a deleted one
 */
export async function lockComment(tx: Transaction, organizationId: number, id: number) {
  for (;;) {
    const found = await lock(tx, organizationId, id)
    // A concurrent merge may have moved the comment to another post before its post was locked.
    if (!found && (await exists(tx, organizationId, id))) continue
    if (!found || found.comment.deletedAt !== null) throw notFound('Comment')
    return found
  }
}

/** Locks the post first, as every other change of its comments does. */
async function lock(tx: Transaction, organizationId: number, id: number) {
  const [row] = await ROWS.read(
    tx,
    sql`select ${ROWS.columns} from posts post
      join comments comment on comment.organization_id = post.organization_id and comment.post_id = post.id
      join users author on author.organization_id = comment.organization_id and author.id = comment.author_id
      where comment.organization_id = ${organizationId} and comment.id = ${id}
      for no key update of post, comment`,
  )
  return row?.[0]
}

async function exists(tx: Transaction, organizationId: number, id: number): Promise<boolean> {
  const query = tx.selectFrom('comments').select('id')
  const comment = await query
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return comment !== undefined
}
