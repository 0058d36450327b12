import type { Transaction } from '../../db/database.ts'
import type { Comment, Post } from '../../db/generated/client/client.ts'
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
 * snapshot lacks the text. Returns the row of the placeholder, or null, and the row of the post.
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
    return { placeholder: await leavePlaceholder(tx, organizationId, id), post: counted }
  await remove(tx, organizationId, id)
  let above = comment.parentId
  while (above !== null && !(await hasReplies(tx, organizationId, above)))
    above = await removePlaceholder(tx, organizationId, above)
  return { placeholder: null, post: counted }
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

/**
 * Deletes a placeholder. Returns the id of its parent, or null at the top level or if it is not a
 * placeholder.
 */
async function removePlaceholder(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<number | null> {
  const removed = await tx
    .deleteFrom('comments')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .returning('parentId')
    .executeTakeFirst()
  return removed?.parentId ?? null
}
