import type { Transaction } from '../../db/database.ts'
import type { Comment, Post } from '../../db/rows.ts'
import { nextUpdatedAt } from '../../db/time.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { commentEvent } from './comment-events.ts'
import { countComments, isCounted } from './count-comments.ts'
import { lockComment } from './lock-comment.ts'

/** Text of a deleted comment. */
export const DELETED_TEXT = 'This comment was deleted'

type Deletion = {
  actor: Actor
  /** Throws unless the actor may delete the comment on the post. */
  assertEditable: (comment: Comment, post: Post) => void
}

/**
 * Deletes a comment. A comment with replies is replaced by a placeholder without its text. A comment without
 * replies is deleted, together with placeholders above it that have no replies left. Records the event, whose
 * snapshot lacks the text. Returns the row of the placeholder, or null, those of the deleted placeholders, the id of
 * the comment above all of them, or null, and the row of the post.
 * @throws AppError NOT_FOUND, also for a placeholder
 */
export async function deleteComment(
  tx: Transaction,
  organizationId: number,
  id: number,
  { actor, assertEditable }: Deletion,
) {
  const { comment, post } = await lockComment(tx, organizationId, id)
  assertEditable(comment, post)
  const counted = await countComments(tx, post, -Number(isCounted(comment)))
  const last = { ...comment, body: '', bodyHtml: '', deletedAt: now() }
  await recordEvents(tx, [commentEvent('comment_deleted', { actor, post: counted, comment: last })])
  if (await hasReplies(tx, organizationId, id))
    return {
      placeholder: await leavePlaceholder(tx, organizationId, id),
      removed: [],
      parentId: comment.parentId,
      post: counted,
    }
  await remove(tx, organizationId, id)
  return {
    placeholder: null,
    ...(await removePlaceholders(tx, organizationId, comment.parentId)),
    post: counted,
  }
}

/**
 * Deletes the placeholders without replies from a comment upwards. Returns their rows, the lowest first, and the id of
 * the comment above them, or null at the top level.
 */
async function removePlaceholders(tx: Transaction, organizationId: number, from: number | null) {
  const removed: Comment[] = []
  let parentId = from
  while (parentId !== null && !(await hasReplies(tx, organizationId, parentId))) {
    const placeholder = await removePlaceholder(tx, organizationId, parentId)
    if (!placeholder) break
    removed.push(placeholder)
    ;({ parentId } = placeholder)
  }
  return { removed, parentId }
}

async function hasReplies(tx: Transaction, organizationId: number, id: number): Promise<boolean> {
  const reply = await tx
    .selectFrom('comments')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('parentId', '=', id)
    .limit(1)
    .executeTakeFirst()
  return reply !== undefined
}

async function leavePlaceholder(tx: Transaction, organizationId: number, id: number) {
  const at = now()
  return tx
    .with('document', (db) =>
      db.deleteFrom('commentDocuments').where('organizationId', '=', organizationId).where('id', '=', id),
    )
    .updateTable('comments')
    .set({
      body: DELETED_TEXT,
      bodyHtml: `<p>${DELETED_TEXT}</p>`,
      pinned: false,
      deletedAt: at,
      updatedAt: nextUpdatedAt(at),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function remove(tx: Transaction, organizationId: number, id: number): Promise<void> {
  await tx.deleteFrom('comments').where('organizationId', '=', organizationId).where('id', '=', id).execute()
}

/** Deletes a placeholder. Returns its row, or nothing if it is not a placeholder. */
async function removePlaceholder(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<Comment | undefined> {
  return tx
    .deleteFrom('comments')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .returningAll()
    .executeTakeFirst()
}
