import type { Comment, Post } from '../../db/rows.ts'
import type { PostOfSnapshot } from '../posts/post-snapshot.ts'

/**
 * A comment as its events contain it, with its post and the number of its comments after the change. The author is not
 * part of it and is read later, so that the log does not retain deleted people.
 */
export type CommentSnapshot = Comment & { post: PostOfSnapshot } & Pick<Post, 'commentsCount'>

/** Converts the snapshot of an event to the comment as it was right after the change (contract 6). */
export function toCommentSnapshot(snapshot: object): CommentSnapshot {
  const comment = snapshot as CommentSnapshot
  return {
    ...comment,
    deletedAt: comment.deletedAt && new Date(comment.deletedAt),
    createdAt: new Date(comment.createdAt),
    updatedAt: new Date(comment.updatedAt),
  }
}
