import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { unprocessable } from '../../lib/errors.ts'
import { lockRoadmap } from './lock-roadmap.ts'
import { readRoadmapPost } from './read-roadmap-post.ts'
import { eventsOfRoadmapPost } from './roadmap-event.ts'
import { scoringInputs, type ScoringInputs } from './scoring-inputs.ts'

type ScoredPost = { roadmapId: number; postId: number; inputs: ScoringInputs; actor: Actor }

/**
 * Sets scoring inputs of a post on a roadmap. Records a change. Returns the rows of the roadmap and of the post on it.
 * @throws AppError NOT_FOUND for the roadmap; UNPROCESSABLE for a post that is not on it, invalid inputs or
 * none
 */
export async function scoreRoadmapPost(
  tx: Transaction,
  organizationId: number,
  { roadmapId, postId, inputs, actor }: ScoredPost,
) {
  const roadmap = await lockRoadmap(tx, organizationId, roadmapId)
  const checked = scoringInputs(inputs)
  const before = await readRoadmapPost(tx, roadmap, postId)
  // Sets the post's own id as well, so that the statement is valid without inputs.
  const roadmapPost = await tx
    .updateTable('roadmapPosts')
    .set({ postId, ...checked })
    .where('organizationId', '=', organizationId)
    .where('roadmapId', '=', roadmapId)
    .where('postId', '=', postId)
    .returningAll()
    .executeTakeFirst()
  if (!before || !roadmapPost) throw unprocessable('postId', 'is not on this roadmap')
  if (Object.keys(checked).length === 0) throw unprocessable('scoring', 'contains no change')
  await recordEvents(tx, eventsOfRoadmapPost(actor, roadmap, { before, after: roadmapPost }))
  return { roadmap, roadmapPost }
}
