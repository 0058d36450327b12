import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { lockRoadmap } from './lock-roadmap.ts'
import { eventsOfRoadmapPost } from './roadmap-event.ts'

/**
 * Removes a post from a roadmap. Idempotent. Records a removal. Returns the row of the roadmap.
 * @throws AppError NOT_FOUND for the roadmap
 */
export async function removeRoadmapPost(
  tx: Transaction,
  organizationId: number,
  { roadmapId, postId, actor }: { roadmapId: number; postId: number; actor: Actor },
) {
  const roadmap = await lockRoadmap(tx, organizationId, roadmapId)
  const before = await tx
    .deleteFrom('roadmapPosts')
    .where('organizationId', '=', organizationId)
    .where('roadmapId', '=', roadmapId)
    .where('postId', '=', postId)
    .returningAll()
    .executeTakeFirst()
  if (before) await recordEvents(tx, eventsOfRoadmapPost(actor, roadmap, { before }))
  return roadmap
}
