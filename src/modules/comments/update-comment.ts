import { sql } from 'kysely'
import { assertUnchanged } from '../../db/assert-unchanged.ts'
import type { Transaction } from '../../db/database.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'
import { now } from '../../lib/time/clock.ts'
import { unprocessable } from '../../lib/errors.ts'
import { isModerated } from '../buckets/is-moderated.ts'
import { insertDocuments } from '../search/store-documents.ts'
import { commentText } from './comment-text.ts'
import { countComments, isCounted } from './count-comments.ts'
import { lockComment } from './lock-comment.ts'

/** Undefined or null fields are unchanged. */
type CommentChanges = {
  /** Whether a customer makes the change. Their new text needs approval in a moderated bucket. */
  asCustomer?: boolean
  body?: string | null | undefined
  internal?: boolean | null | undefined
  pinned?: boolean | null | undefined
  approvalStatus?: ApprovalStatus | null | undefined
  ifUnchangedSince?: Date | null | undefined
}

/**
 * Updates a comment, and the comment count of its post if its visibility changes. In a moderated bucket, a
 * customer's new text needs approval again. Making it internal also makes the replies below it internal, so
 * that no part of an internal thread is public. A change without effect leaves the row untouched, including
 * `updatedAt`. Returns the rows of the comment and of its post.
 * @throws AppError NOT_FOUND; CONFLICT if it was updated after `ifUnchangedSince`; MISSING_PARAM for a blank
 * body; UNPROCESSABLE for a public reply to an internal comment
 */
export async function updateComment(
  tx: Transaction,
  organizationId: number,
  id: number,
  changes: CommentChanges,
) {
  const asked = {
    ...(changes.body != null && commentText(changes.body)),
    ...(changes.internal != null && { internal: changes.internal }),
    ...(changes.pinned != null && { pinned: changes.pinned }),
    ...(changes.approvalStatus != null && { approvalStatus: changes.approvalStatus }),
  }
  const { comment: before, post } = await lockComment(tx, organizationId, id)
  assertUnchanged(before, changes.ifUnchangedSince)
  const changed = Object.entries(asked).some(
    ([field, value]) => before[field as keyof typeof asked] !== value,
  )
  if (!changed) return { comment: before, post }
  const waits =
    changes.asCustomer &&
    asked.bodyHtml !== before.bodyHtml &&
    (await isModerated(tx, organizationId, post.bucketId))
  const next = { ...asked, ...(waits && { approvalStatus: 'pending' as const }) }
  if (before.internal && next.internal === false)
    await assertPublicParent(tx, organizationId, before.parentId)
  const reworded = asked.body !== undefined && asked.body !== before.body
  const searched = reworded ? [{ id, title: '', body: asked.body ?? '' }] : []
  const after = await tx
    .with('document', () => sql<{ id: number }>`(${insertDocuments('comment', organizationId, searched)})`)
    .updateTable('comments')
    .set({ ...next, updatedAt: now() })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const hidden = !before.internal && after.internal ? await hideReplies(tx, organizationId, id) : 0
  const change = Number(isCounted(after)) - Number(isCounted(before)) - hidden
  return { comment: after, post: await countComments(tx, post, change) }
}

async function assertPublicParent(tx: Transaction, organizationId: number, parentId: number | null) {
  if (parentId === null) return
  const parent = await tx
    .selectFrom('comments')
    .select('internal')
    .where('organizationId', '=', organizationId)
    .where('id', '=', parentId)
    .executeTakeFirst()
  if (parent?.internal) throw unprocessable('internal', 'must be true below an internal comment')
}

/** Makes all replies below a comment internal. Returns the number of them that counted on the post. */
async function hideReplies(tx: Transaction, organizationId: number, id: number): Promise<number> {
  const { rows } = await sql<{ counted: boolean }>`
    with recursive below as (
      select id from comments where organization_id = ${organizationId} and parent_id = ${id}
      union all
      select c.id from comments c join below b on c.organization_id = ${organizationId} and c.parent_id = b.id)
    update comments set internal = true
    where organization_id = ${organizationId} and id in (select id from below) and not internal
    returning approval_status = 'approved' and deleted_at is null as counted`.execute(tx)
  return rows.filter(({ counted }) => counted).length
}
