import type { Transaction } from '../../db/database.ts'
import { unprocessable } from '../../lib/errors.ts'
import { lockRoadmap } from './lock-roadmap.ts'
import { scoringInputs, type ScoringInputs } from './scoring-inputs.ts'

/**
 * Sets inputs of a post's score on a roadmap.
 * @throws AppError NOT_FOUND for the roadmap; UNPROCESSABLE for a post that is not on it and for bad inputs
 */
export async function scoreRoadmapPost(
  tx: Transaction,
  organizationId: number,
  { roadmapId, postId, inputs }: { roadmapId: number; postId: number; inputs: ScoringInputs },
): Promise<void> {
  await lockRoadmap(tx, organizationId, roadmapId)
  // The post's own id is set besides, so that no inputs at all are a statement too.
  const scored = await tx
    .updateTable('roadmapPosts')
    .set({ postId, ...scoringInputs(inputs) })
    .where('organizationId', '=', organizationId)
    .where('roadmapId', '=', roadmapId)
    .where('postId', '=', postId)
    .returning('postId')
    .executeTakeFirst()
  if (!scored) throw unprocessable('postId', 'is not on this roadmap')
}
