import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { unprocessable } from '../../lib/errors.ts'
import { lockRoadmap } from './lock-roadmap.ts'
import { readRoadmapPost } from './read-roadmap-post.ts'
import { eventsOfRoadmapPost } from './roadmap-event.ts'

/** A post on a roadmap, and the day for which it is planned, such as `2026-11-21`, or null. */
type PlannedPost = { roadmapId: number; postId: number; plannedFor: string | null; actor: Actor }

/**
 * Sets the day for which a post on a roadmap is planned. Records a change. Returns the rows of the roadmap and of
 * the post on it.
 * @throws AppError NOT_FOUND for the roadmap; UNPROCESSABLE for a post that is not on it
 */
export async function planRoadmapPost(
  tx: Transaction,
  organizationId: number,
  { roadmapId, postId, plannedFor, actor }: PlannedPost,
) {
  const roadmap = await lockRoadmap(tx, organizationId, roadmapId)
  const before = await readRoadmapPost(tx, roadmap, postId)
  if (!before) throw unprocessable('postId', 'is not on this roadmap')
  const roadmapPost = await tx
    .updateTable('roadmapPosts')
    .set({ plannedFor })
    .where('organizationId', '=', organizationId)
    .where('roadmapId', '=', roadmapId)
    .where('postId', '=', postId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvents(tx, eventsOfRoadmapPost(actor, roadmap, { before, after: roadmapPost }))
  return { roadmap, roadmapPost }
}
