import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'
import { lockPost } from '../posts/update-post.ts'

/**
 * A comment and its post, which nobody else changes, replies to or merges until the transaction ends: every
 * change of a post's comments holds the post's row.
 * @throws AppError NOT_FOUND when there is none, or only the placeholder of a deleted one
 */
export async function lockComment(tx: Transaction, organizationId: number, id: number) {
  const read = () =>
    tx
      .selectFrom('comments')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst()
  // A merge may move it to another post before this one's row is held.
  for (let found = await read(); found;) {
    const post = await lockPost(tx, organizationId, found.postId)
    const comment = await read()
    if (comment?.postId === post.id && comment.deletedAt === null) return { comment, post }
    found = comment?.postId === post.id ? undefined : comment
  }
  throw notFound('Comment')
}
