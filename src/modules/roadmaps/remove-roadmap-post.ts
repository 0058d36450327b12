import type { Transaction } from '../../db/database.ts'
import { lockRoadmap } from './lock-roadmap.ts'

/**
 * Removes a post from a roadmap. Idempotent. Returns the row of the roadmap.
 * @throws AppError NOT_FOUND for the roadmap
 */
export async function removeRoadmapPost(
  tx: Transaction,
  organizationId: number,
  { roadmapId, postId }: { roadmapId: number; postId: number },
) {
  const roadmap = await lockRoadmap(tx, organizationId, roadmapId)
  await tx
    .deleteFrom('roadmapPosts')
    .where('organizationId', '=', organizationId)
    .where('roadmapId', '=', roadmapId)
    .where('postId', '=', postId)
    .execute()
  return roadmap
}
