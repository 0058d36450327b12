import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { unprocessable } from '../../lib/errors.ts'
import { lockRoadmap } from './lock-roadmap.ts'
import { eventsOfRoadmapPost } from './roadmap-event.ts'
import { readRoadmapPost } from './read-roadmap-post.ts'
import { scoringInputs, type ScoringInputs } from './scoring-inputs.ts'

type AddedPost = { roadmapId: number; postId: number; inputs?: ScoringInputs; actor: Actor }

/**
 * Adds a post at the end of a roadmap, with scoring inputs. A post that is already on the roadmap keeps its
 * position and takes the given inputs. Records a change. Returns the rows of the roadmap and of the post on it.
 * @throws AppError NOT_FOUND for the roadmap; UNPROCESSABLE for an unknown post or invalid inputs
 */
export async function addRoadmapPost(
  tx: Transaction,
  organizationId: number,
  { roadmapId, postId, inputs = {}, actor }: AddedPost,
) {
  const roadmap = await lockRoadmap(tx, organizationId, roadmapId)
  const post = await tx
    .selectFrom('posts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', postId)
    .forKeyShare()
    .executeTakeFirst()
  if (!post) throw unprocessable('postId', 'does not exist')
  const checked = scoringInputs(inputs)
  const last = await tx
    .selectFrom('roadmapPosts')
    .select(['postId', 'position'])
    .where('organizationId', '=', organizationId)
    .where('roadmapId', '=', roadmapId)
    .orderBy('position', 'desc')
    .orderBy('postId', 'desc')
    .limit(1)
    .executeTakeFirst()
  const before = await readRoadmapPost(tx, roadmap, postId)
  const roadmapPost = await tx
    .insertInto('roadmapPosts')
    .values({
      organizationId,
      roadmapId,
      postId,
      ...checked,
      position: (last?.position ?? -1) + 1,
      createdAt: now(),
    })
    // Sets the post's own id as well, so that the statement is valid without inputs and returns the row.
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'roadmapId', 'postId']).doUpdateSet({ postId, ...checked }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  const change = before ? { before } : { previousId: last?.postId ?? null }
  await recordEvents(tx, eventsOfRoadmapPost(actor, roadmap, { ...change, after: roadmapPost }))
  return { roadmap, roadmapPost }
}
