import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { unprocessable } from '../../lib/errors.ts'
import { lockRoadmap } from './lock-roadmap.ts'
import { scoringInputs, type ScoringInputs } from './scoring-inputs.ts'

/**
 * Adds a post at the end of a roadmap, with scoring inputs. A post that is already on the roadmap keeps its
 * position and takes the given inputs. Returns the rows of the roadmap and of the post on it.
 * @throws AppError NOT_FOUND for the roadmap; UNPROCESSABLE for an unknown post or invalid inputs
 */
export async function addRoadmapPost(
  tx: Transaction,
  organizationId: number,
  { roadmapId, postId, inputs = {} }: { roadmapId: number; postId: number; inputs?: ScoringInputs },
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
    .select(({ fn }) => fn.max('position').as('position'))
    .where('organizationId', '=', organizationId)
    .where('roadmapId', '=', roadmapId)
    .executeTakeFirst()
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
  return { roadmap, roadmapPost }
}
