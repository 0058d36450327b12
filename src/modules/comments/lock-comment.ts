import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/**
 * Locks the post of a comment and returns both rows. Every change of a post's comments locks the post's row.
 * Until the transaction ends, no other one changes the comment, replies to it or merges the post.
 * @throws AppError NOT_FOUND if there is none, or only the placeholder of a deleted one
 */
export async function lockComment(tx: Transaction, organizationId: number, id: number) {
  for (;;) {
    const post = await lockPostOf(tx, organizationId, id)
    const comment = await readComment(tx, organizationId, id)
    if (!comment || comment.deletedAt !== null) throw notFound('Comment')
    // A concurrent merge may have moved the comment to another post before its post was locked.
    if (post && comment.postId === post.id) return { comment, post }
  }
}

function lockPostOf(tx: Transaction, organizationId: number, commentId: number) {
  return tx
    .selectFrom('posts')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('comments')
        .select('postId')
        .where('organizationId', '=', organizationId)
        .where('id', '=', commentId),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
}

function readComment(tx: Transaction, organizationId: number, id: number) {
  return tx
    .selectFrom('comments')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}
