import type { Transaction } from '../../db/database.ts'
import { unprocessable } from '../../lib/errors.ts'
import { lockRoadmap } from './lock-roadmap.ts'
import { scoringInputs, type ScoringInputs } from './scoring-inputs.ts'

/**
 * Sets scoring inputs of a post on a roadmap. Returns the rows of the roadmap and of the post on it.
 * @throws AppError NOT_FOUND for the roadmap; UNPROCESSABLE for a post that is not on it, invalid inputs or
 * none
 */
export async function scoreRoadmapPost(
  tx: Transaction,
  organizationId: number,
  { roadmapId, postId, inputs }: { roadmapId: number; postId: number; inputs: ScoringInputs },
) {
  const roadmap = await lockRoadmap(tx, organizationId, roadmapId)
  const checked = scoringInputs(inputs)
  // Sets the post's own id as well, so that the statement is valid without inputs.
  const roadmapPost = await tx
    .updateTable('roadmapPosts')
    .set({ postId, ...checked })
    .where('organizationId', '=', organizationId)
    .where('roadmapId', '=', roadmapId)
    .where('postId', '=', postId)
    .returningAll()
    .executeTakeFirst()
  if (!roadmapPost) throw unprocessable('postId', 'is not on this roadmap')
  if (Object.keys(checked).length === 0) throw unprocessable('scoring', 'contains no change')
  return { roadmap, roadmapPost }
}
