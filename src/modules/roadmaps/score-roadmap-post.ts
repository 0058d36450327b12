import type { Transaction } from '../../db/database.ts'
import { unprocessable } from '../../lib/errors.ts'
import { lockRoadmap } from './lock-roadmap.ts'
import { scoringInputs, type ScoringInputs } from './scoring-inputs.ts'

/**
 * Sets scoring inputs of a post on a roadmap.
 * @throws AppError NOT_FOUND for the roadmap; UNPROCESSABLE for a post that is not on it or invalid inputs
 */
export async function scoreRoadmapPost(
  tx: Transaction,
  organizationId: number,
  { roadmapId, postId, inputs }: { roadmapId: number; postId: number; inputs: ScoringInputs },
): Promise<void> {
  await lockRoadmap(tx, organizationId, roadmapId)
  // Sets the post's own id as well, so that the statement is valid without inputs.
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
