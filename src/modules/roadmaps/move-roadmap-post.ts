import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { distinctPositions } from '../../db/writes/distinct-positions.ts'
import type { Actor } from '../../events/actor.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvents } from '../../events/record.ts'
import { unprocessable } from '../../lib/errors.ts'
import { lockRoadmap } from './lock-roadmap.ts'
import { roadmapEvent } from './roadmap-event.ts'

/** A new position of a post, which is directly after or directly before another post of the roadmap. */
type RoadmapMove = {
  roadmapId: number
  postId: number
  actor: Actor
  position: { afterPostId: number } | { beforePostId: number }
}

/**
 * Moves a post on a roadmap. Only the posts between its old and its new position change theirs. Concurrent moves are
 * executed one after the other. Records a change of the order. Returns the rows of the roadmap and of the post on it.
 * @throws AppError NOT_FOUND for the roadmap; UNPROCESSABLE for a post that is not on it
 */
export async function moveRoadmapPost(tx: Transaction, organizationId: number, move: RoadmapMove) {
  const { roadmapId, postId } = move
  const roadmap = await lockRoadmap(tx, organizationId, roadmapId)
  const before = await tx
    .selectFrom('roadmapPosts')
    .select(['postId', 'position'])
    .where('organizationId', '=', organizationId)
    .where('roadmapId', '=', roadmapId)
    .orderBy('position')
    .orderBy('postId')
    .execute()
  const idsBefore = before.map((row) => row.postId)
  const ids = orderAfter(idsBefore, move)
  const positions = distinctPositions(before.map(({ position }) => position))
  await storePositions(tx, organizationId, roadmapId, { ids, positions })
  const roadmapPost = await tx
    .selectFrom('roadmapPosts')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('roadmapId', '=', roadmapId)
    .where('postId', '=', postId)
    .executeTakeFirstOrThrow()
  const changes = changesBetween({ post: positionOf(idsBefore, postId) }, { post: positionOf(ids, postId) })
  if (changes) await recordEvents(tx, [roadmapEvent(move.actor, roadmap, changes)])
  return { roadmap, roadmapPost }
}

/** Returns the position of a post: the id of the one before it, or null for the first. */
const positionOf = (ids: number[], id: number) => ({ id, previous_id: ids[ids.indexOf(id) - 1] ?? null })

/** Returns the posts of a roadmap in their order after a move. */
function orderAfter(ids: number[], { postId, position }: RoadmapMove): number[] {
  if (!ids.includes(postId)) throw unprocessable('postId', 'is not on this roadmap')
  const isAfter = 'afterPostId' in position
  const field = isAfter ? 'position.afterPostId' : 'position.beforePostId'
  const neighbor = isAfter ? position.afterPostId : position.beforePostId
  if (neighbor === postId) throw unprocessable(field, 'must be another post')
  const others = ids.filter((id) => id !== postId)
  const index = others.indexOf(neighbor)
  if (index < 0) throw unprocessable(field, 'is not on this roadmap')
  return others.toSpliced(isAfter ? index + 1 : index, 0, postId)
}

async function storePositions(
  tx: Transaction,
  organizationId: number,
  roadmapId: number,
  { ids, positions }: { ids: number[]; positions: number[] },
): Promise<void> {
  await sql`
    update roadmap_posts rp set position = moved.position
    from unnest(${ids}::int[], ${positions}::int[]) as moved(post_id, position)
    where rp.organization_id = ${organizationId} and rp.roadmap_id = ${roadmapId}
      and rp.post_id = moved.post_id and rp.position <> moved.position`.execute(tx)
}
