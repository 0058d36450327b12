import { sql, type RawBuilder } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'
import type { Post } from '../../db/rows.ts'

type CommentFields = { internal: boolean; approvalStatus: ApprovalStatus; deletedAt: Date | null }

/** Returns whether its post counts a comment: approved, neither internal nor deleted. */
export function isCounted({ internal, approvalStatus, deletedAt }: CommentFields): boolean {
  return !internal && approvalStatus === 'approved' && deletedAt === null
}

/**
 * Adds `change` to the comment count of a post. Returns the post's row with the new count. The transaction
 * must hold the lock of the row. A comment is not an update of the post, so `updatedAt` is unchanged
 * (contract 6).
 */
export async function countComments(tx: Transaction, post: Post, change: number): Promise<Post> {
  if (change === 0) return post
  const { organizationId, id } = post
  await addToCount(tx, sql<boolean>`organization_id = ${organizationId} and id = ${id}`, change).execute()
  return { ...post, commentsCount: post.commentsCount + change }
}

/** Returns the statement of `countComments` for the post of a condition. It can be a part of another one. */
export function addToCount(db: Db, isPost: RawBuilder<boolean>, change: number) {
  return db
    .updateTable('posts')
    .set(({ eb }) => ({ commentsCount: eb('commentsCount', '+', change) }))
    .where(isPost)
    .returning('id')
}
