import type { Transaction } from '../../../db/database.ts'
import type { Actor } from '../../../events/actor.ts'
import { unprocessable, notFound } from '../../../lib/errors.ts'
import { moveToParent } from './move-to-parent.ts'
import { readPostSnapshots } from '../read-post-snapshots.ts'
import { recordPostChanges } from '../record-post-events.ts'
import { countsOf, recountPosts } from './recount-posts.ts'

type Merge = { parentId: number; childIds: number[]; mergedById: number; actor: Actor }

const MAX_CHILDREN = 30

/**
 * Merges posts into a parent. Votes (one per person), comments and subscribers move to the parent, and the
 * children are excluded from lists. Stores what moved, so that `unmergePost` restores exactly that. Records
 * an update of each child.
 * @throws AppError NOT_FOUND for the parent; UNPROCESSABLE for a parent that is merged itself, or for
 * children that do not exist, are merged already or include the parent
 */
export async function mergePosts(
  tx: Transaction,
  organizationId: number,
  { parentId, childIds, mergedById, actor }: Merge,
): Promise<void> {
  const ids = [...new Set(childIds)]
  if (ids.length < 1 || ids.length > MAX_CHILDREN)
    throw unprocessable('postIds', `must name 1 to ${MAX_CHILDREN} posts`)
  if (ids.includes(parentId)) throw unprocessable('postIds', 'cannot contain the post itself')
  const rows = await tx
    .selectFrom('posts')
    .select(['id', 'mergedIntoId'])
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [parentId, ...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  const parent = rows.find(({ id }) => id === parentId)
  if (!parent) throw notFound('Post')
  if (parent.mergedIntoId !== null) throw unprocessable('id', 'is itself merged into another post')
  if (rows.length <= ids.length) throw unprocessable('postIds', 'contains a post that does not exist')
  if (rows.some(({ id, mergedIntoId }) => id !== parentId && mergedIntoId !== null))
    throw unprocessable('postIds', 'contains a post that is already merged')
  await moveToParent(tx, organizationId, { parentId, childIds: ids, mergedById })
  const counts = await recountPosts(tx, organizationId, [parentId, ...ids])
  const children = await readPostSnapshots(tx, organizationId, ids)
  await recordPostChanges(
    tx,
    actor,
    children.map((after) => ({ before: { ...after, mergedIntoId: null }, after })),
    { type: 'post_merged', parent: countsOf(counts, parentId) },
  )
}
