import type { Caller } from '../../auth/caller.ts'
import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { withFieldsBelow } from '../../lib/errors/errors-below.ts'
import { createComment } from '../comments/create-comment.ts'
import type { PostRow } from './post-row.ts'

type Explanation = {
  comment: {
    body: string
    official?: boolean | null | undefined
    mentionIds?: readonly number[] | null | undefined
  }
  authorId: number
  actor: Actor
  caller: Caller
}

/**
 * Adds the comment that explains a change to a post that the transaction has changed. Returns both, the post with its
 * number of comments after it. @throws AppError as `createComment`
 */
export async function explainChange(tx: Transaction, post: PostRow, { comment, ...author }: Explanation) {
  const created = await withFieldsBelow('comment', () =>
    createComment(tx, post.organizationId, { ...comment, ...author, postId: post.id }),
  )
  return { post: { ...post, commentsCount: created.post.commentsCount }, comment: created.comment }
}
