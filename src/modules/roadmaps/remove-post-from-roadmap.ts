import type { Transaction } from '../../db/database.ts'
import { lockRoadmap } from './lock-roadmap.ts'

/** Removes a post from a roadmap. Idempotent. @throws AppError NOT_FOUND for the roadmap */
export async function removePostFromRoadmap(
  tx: Transaction,
  organizationId: number,
  { roadmapId, postId }: { roadmapId: number; postId: number },
): Promise<void> {
  await lockRoadmap(tx, organizationId, roadmapId)
  await tx
    .deleteFrom('roadmapPosts')
    .where('organizationId', '=', organizationId)
    .where('roadmapId', '=', roadmapId)
    .where('postId', '=', postId)
    .execute()
}
