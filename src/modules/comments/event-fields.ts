import type { Comment } from '../../db/rows.ts'

/**
 * Returns the fields of a comment whose changes are recorded, in the names and formats of the documented body
 * (contract 6).
 */
export function commentEventFields(comment: Comment) {
  return {
    comment: comment.body,
    comment_html: comment.bodyHtml,
    pinned: comment.pinned,
    internal: comment.internal,
    approval_status: comment.approvalStatus,
  }
}
