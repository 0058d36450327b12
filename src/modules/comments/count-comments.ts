import type { Transaction } from '../../db/database.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'

type Facts = { internal: boolean; approvalStatus: ApprovalStatus; deletedAt: Date | null }

/** Returns whether its post counts a comment: approved, neither internal nor deleted. */
export function isCounted({ internal, approvalStatus, deletedAt }: Facts): boolean {
  return !internal && approvalStatus === 'approved' && deletedAt === null
}

/**
 * Adds `change` to the comment count of a post. The transaction must hold the lock of the post's row. A
 * comment is not an update of the post, so `updatedAt` is unchanged (contract 6).
 */
export async function countComments(
  tx: Transaction,
  post: { organizationId: number; id: number },
  change: number,
): Promise<void> {
  if (change === 0) return
  await tx
    .updateTable('posts')
    .set(({ eb }) => ({ commentsCount: eb('commentsCount', '+', change) }))
    .where('organizationId', '=', post.organizationId)
    .where('id', '=', post.id)
    .execute()
}
