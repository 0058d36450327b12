import { sql } from 'kysely'
import { executeParts } from '../../db/sharding/parts.ts'
import { assertUnchanged } from '../../db/writes/assert-unchanged.ts'
import type { Transaction } from '../../db/database.ts'
import type { Comment, Post } from '../../db/rows.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'
import type { Actor } from '../../events/actor.ts'
import { insertEvents, recordEvents, type NewEvent } from '../../events/record.ts'
import { timeOfUpdate } from '../../db/time.ts'
import { unprocessable } from '../../lib/errors.ts'
import { isModerated } from '../buckets/is-moderated.ts'
import { insertDocuments } from '../search/store-documents.ts'
import { attachingUploads } from '../uploads/attach-uploads.ts'
import { updatedCommentEvent } from './comment-events.ts'
import { commentText } from './comment-text.ts'
import { countComments, isCounted } from './count-comments.ts'
import { lockComment } from './lock-comment.ts'

/** Number of replies that one statement records. */
const BATCH = 50

/** Undefined or null fields are unchanged. */
type CommentChanges = {
  actor: Actor
  /** Whether a customer makes the change. Their new text needs approval in a moderated bucket. */
  asCustomer?: boolean
  body?: string | null | undefined
  internal?: boolean | null | undefined
  pinned?: boolean | null | undefined
  approvalStatus?: ApprovalStatus | null | undefined
  ifUnchangedSince?: Date | null | undefined
  /** Throws unless the actor may change the comment on the post. */
  assertEditable: (comment: Comment, post: Post) => void
}

/**
 * Updates a comment, and the comment count of its post if its visibility changes. In a moderated bucket, a
 * customer's new text needs approval again. Making it internal also makes the replies below it internal, so
 * that no part of an internal thread is public. A change without effect leaves the row untouched, including
 * `updatedAt`. Any other is recorded, as are the replies that become internal. Returns the row of the comment
 * with its author and its post, and the row of the post.
 * @throws AppError NOT_FOUND; CONFLICT if it was updated after `ifUnchangedSince`; MISSING_PARAM for a blank
 * body; UNPROCESSABLE for a public reply to an internal comment
 */
export async function updateComment(
  tx: Transaction,
  organizationId: number,
  id: number,
  changes: CommentChanges,
) {
  const { comment: before, author, post } = await lockComment(tx, organizationId, id)
  changes.assertEditable(before, post)
  assertUnchanged(before, changes.ifUnchangedSince)
  const asked = {
    ...(changes.body != null && commentText(changes.body)),
    ...(changes.internal != null && { internal: changes.internal }),
    ...(changes.pinned != null && { pinned: changes.pinned }),
    ...(changes.approvalStatus != null && { approvalStatus: changes.approvalStatus }),
  }
  const changed = Object.entries(asked).some(
    ([field, value]) => before[field as keyof typeof asked] !== value,
  )
  if (!changed) return { comment: { ...before, author, post }, post }
  const waits =
    changes.asCustomer &&
    asked.bodyHtml !== before.bodyHtml &&
    (await isModerated(tx, organizationId, post.bucketId))
  const next = { ...asked, ...(waits && { approvalStatus: 'pending' as const }) }
  if (before.internal && next.internal === false)
    await assertPublicParent(tx, organizationId, before.parentId)
  const change = { ...next, updatedAt: timeOfUpdate(before) }
  const after = { ...before, ...change }
  const hidden = !before.internal && after.internal ? await hideReplies(tx, organizationId, id) : []
  const more = Number(isCounted(after)) - Number(isCounted(before)) - hidden.filter(wasCounted).length
  const counted = { ...post, commentsCount: post.commentsCount + more }
  const { actor } = changes
  const event = updatedCommentEvent(before, { actor, post: counted, comment: after })
  await store(tx, change, { event, isReworded: after.body !== before.body })
  await countComments(tx, post, more)
  await recordHidden(tx, hidden, { actor, post: counted })
  return { comment: { ...after, author, post: counted }, post: counted }
}

/** Stores the change of a comment, its event, and the document of a new text, in one statement. */
async function store(
  tx: Transaction,
  change: Partial<Comment>,
  { event, isReworded }: { event: NewEvent; isReworded: boolean },
): Promise<void> {
  const { organizationId, subjectId } = event
  const searched = isReworded ? [{ id: subjectId, title: '', body: change.body ?? '' }] : []
  const updated = tx
    .updateTable('comments')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', subjectId)
    .returning('id')
  const parts = [
    { name: 'comment', query: sql`${updated}`, columns: 'id int' },
    ...attachingUploads(organizationId, change.bodyHtml),
    { name: 'document', query: insertDocuments('comment', organizationId, searched) },
    ...insertEvents(tx, [event], 'comment'),
  ]
  await executeParts(tx, parts, 'comment')
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

type Hidden = Pick<Comment, 'id' | 'approvalStatus' | 'deletedAt'>

/** Makes all replies below a comment internal. Returns those that were not. */
async function hideReplies(tx: Transaction, organizationId: number, id: number): Promise<Hidden[]> {
  const { rows } = await sql<Hidden>`
    with recursive below as (
      select id from comments where organization_id = ${organizationId} and parent_id = ${id}
      union all
      select c.id from comments c join below b on c.organization_id = ${organizationId} and c.parent_id = b.id)
    update comments set internal = true
    where organization_id = ${organizationId} and id in (select id from below) and not internal
    returning id, approval_status, deleted_at`.execute(tx)
  return rows
}

const wasCounted = (reply: Hidden) => isCounted({ ...reply, internal: false })

/** Records replies that became internal. A batch bounds the texts in memory. */
async function recordHidden(
  tx: Transaction,
  hidden: Hidden[],
  { actor, post }: { actor: Actor; post: Post },
): Promise<void> {
  const ids = hidden.map(({ id }) => id).sort((one, other) => one - other)
  for (let start = 0; start < ids.length; start += BATCH) {
    const replies = await tx
      .selectFrom('comments')
      .selectAll()
      .where('organizationId', '=', post.organizationId)
      .where('id', '=', sql<number>`any(${ids.slice(start, start + BATCH)}::int[])`)
      .orderBy('id')
      .execute()
    const events = replies.map((comment) =>
      updatedCommentEvent({ ...comment, internal: false }, { actor, post, comment }),
    )
    await recordEvents(tx, events)
  }
}
