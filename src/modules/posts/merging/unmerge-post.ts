import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { PostMerge } from '../../../db/rows.ts'
import { nextUpdatedAt } from '../../../db/time.ts'
import type { Actor } from '../../../events/actor.ts'
import { unprocessable, notFound } from '../../../lib/errors.ts'
import { restoreMovedComments, restoreMovedPersonal } from './restore-moved.ts'
import { readPostSnapshots } from '../read-post-snapshots.ts'
import { recordPostChanges } from '../record-post-events.ts'
import { countsOf, recountPosts } from './recount-posts.ts'

/**
 * Undoes a merge. The child is listed again, with the imported votes that the merge moved, and with the votes, comments
 * and subscribers that it moved and that are still on the parent. Replies written since then move with their comment.
 * If a person's vote moves back and they also voted on another post merged into the parent, that vote counts on the
 * parent. Records an update of the child. Returns the id of the parent.
 * @throws AppError NOT_FOUND; UNPROCESSABLE if the post is not merged, or its parent was merged itself
 */
export async function unmergePost(
  tx: Transaction,
  organizationId: number,
  childId: number,
  actor: Actor,
): Promise<number> {
  const merge = await tx
    .selectFrom('postMerges')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('childId', '=', childId)
    .forUpdate()
    .executeTakeFirst()
  if (!merge) throw await refusal(tx, organizationId, childId)
  const { parentId } = merge
  const merged = await lockMergedPosts(tx, organizationId, parentId)
  if (merged.find(({ id }) => id === parentId)?.mergedIntoId != null)
    throw unprocessable('id', 'was merged into a post that is merged itself; unmerge that one first')
  await tx
    .deleteFrom('postMerges')
    .where('organizationId', '=', organizationId)
    .where('childId', '=', childId)
    .execute()
  const move = { organizationId, parentId, childId }
  await restoreMovedPersonal(tx, 'votes', { ...move, userIds: merge.voterIds })
  await restoreMovedPersonal(tx, 'post_subscribers', { ...move, userIds: merge.subscriberIds })
  await removeCopiedMutes(tx, merge)
  await restoreMovedComments(tx, { ...move, commentIds: merge.commentIds })
  await separate(tx, merge)
  const ids = merged.map(({ id }) => id)
  const counts = await recountPosts(tx, organizationId, ids)
  const children = await readPostSnapshots(tx, organizationId, [childId])
  await recordPostChanges(
    tx,
    actor,
    children.map((after) => ({ before: { ...after, mergedIntoId: parentId }, after })),
    { type: 'post_unmerged', parent: countsOf(counts, parentId) },
  )
  return parentId
}

/** Removes the mutes that the merge copied to the parent. Those of the child are still there. */
async function removeCopiedMutes(tx: Transaction, merge: PostMerge): Promise<void> {
  await sql`delete from post_mutes where organization_id = ${merge.organizationId} and post_id = ${merge.parentId}
    and user_id = any(${merge.muteIds}::int[])`.execute(tx)
}

/** Ends the merge in the row of a post, and moves the imported votes back to it. */
async function separate(tx: Transaction, merge: PostMerge): Promise<void> {
  const { organizationId, childId, parentId, importedVotes, importedDownvotes } = merge
  await tx
    .updateTable('posts')
    .set(({ eb }) => ({
      mergedIntoId: null,
      importedVotes: eb('importedVotes', '+', importedVotes),
      importedDownvotes: eb('importedDownvotes', '+', importedDownvotes),
      updatedAt: nextUpdatedAt(),
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', childId)
    .execute()
  if (importedVotes === 0 && importedDownvotes === 0) return
  // A later import may have counted fewer votes.
  await sql`
    update posts set imported_votes = greatest(0, imported_votes - ${importedVotes}::int),
      imported_downvotes = greatest(0, imported_downvotes - ${importedDownvotes}::int)
    where organization_id = ${organizationId} and id = ${parentId}`.execute(tx)
}

/**
 * Locks the parent and then all posts merged into it until the transaction ends. The second statement also
 * finds a post that was merged while the first one waited.
 */
async function lockMergedPosts(tx: Transaction, organizationId: number, parentId: number) {
  const lockBy = (column: 'id' | 'mergedIntoId') =>
    tx
      .selectFrom('posts')
      .select(['id', 'mergedIntoId'])
      .where('organizationId', '=', organizationId)
      .where(column, '=', parentId)
      .orderBy('id')
      .forUpdate()
      .execute()
  return [...(await lockBy('id')), ...(await lockBy('mergedIntoId'))]
}

async function refusal(tx: Transaction, organizationId: number, id: number): Promise<Error> {
  const post = await tx
    .selectFrom('posts')
    .select(sql`1`.as('found'))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return post ? unprocessable('id', 'is not merged') : notFound('Post')
}
