import type { Transaction } from '../../db/database.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'

type Facts = { internal: boolean; approvalStatus: ApprovalStatus; deletedAt: Date | null }

/** Whether a comment is one of those that its post counts: everybody sees it, and it is not deleted. */
export function isCounted({ internal, approvalStatus, deletedAt }: Facts): boolean {
  return !internal && approvalStatus === 'approved' && deletedAt === null
}

/**
 * Adds `change` to a post's count of comments; the transaction holds the post's row.
 * A comment is no update of the post: `updatedAt` stays (contract chapter 6).
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
