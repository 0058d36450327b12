import type { Transaction } from '../../db/database.ts'
import { lockPost } from './lock-post.ts'

/**
 * Deletes a post with its votes, its comments and the posts merged into it.
 * @throws AppError NOT_FOUND
 */
export async function deletePost(tx: Transaction, organizationId: number, id: number): Promise<void> {
  await lockPost(tx, organizationId, id)
  const children = await tx
    .selectFrom('posts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('mergedIntoId', '=', id)
    .execute()
  for (const child of children) await deletePost(tx, organizationId, child.id)
  await tx
    .deleteFrom('postMerges')
    .where('organizationId', '=', organizationId)
    .where((where) => where.or([where('childId', '=', id), where('parentId', '=', id)]))
    .execute()
  await tx.deleteFrom('posts').where('organizationId', '=', organizationId).where('id', '=', id).execute()
}
