import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'
import { lockPost } from '../posts/lock-post.ts'

/**
 * Locks the post of a comment and returns both rows. Every change of a post's comments locks the post's row.
 * Until the transaction ends, no other one changes the comment, replies to it or merges the post.
 * @throws AppError NOT_FOUND if there is none, or only the placeholder of a deleted one
 */
export async function lockComment(tx: Transaction, organizationId: number, id: number) {
  const read = () =>
    tx
      .selectFrom('comments')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst()
  // A concurrent merge may move the comment to another post before its post is locked.
  for (let found = await read(); found;) {
    const post = await lockPost(tx, organizationId, found.postId)
    const comment = await read()
    if (comment?.postId === post.id && comment.deletedAt === null) return { comment, post }
    found = comment?.postId === post.id ? undefined : comment
  }
  throw notFound('Comment')
}
