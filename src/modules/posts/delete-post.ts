import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { lockPost } from './lock-post.ts'
import { readPostSnapshots } from './read-post-snapshots.ts'
import { postEvent } from './record-post-events.ts'

/** Maximum number of posts that one statement deletes, which bounds the size of their events. */
const BATCH = 50

/**
 * Deletes a post with its votes, its comments and the posts merged into it. Records an event for each deleted
 * post, first for those merged into it. The event implies the end of its votes and comments. Returns the ids of the
 * posts that were merged into it.
 * @throws AppError NOT_FOUND
 */
export async function deletePost(
  tx: Transaction,
  organizationId: number,
  id: number,
  actor: Actor,
): Promise<number[]> {
  const levels = await lockFamily(tx, organizationId, id)
  for (const ids of levels.toReversed())
    for (let start = 0; start < ids.length; start += BATCH)
      await deleteAll(tx, organizationId, ids.slice(start, start + BATCH), actor)
  return levels.slice(1).flat()
}

/** Locks a post and all posts below it. Returns the ids of each level, the post itself first. */
async function lockFamily(tx: Transaction, organizationId: number, id: number): Promise<number[][]> {
  await lockPost(tx, organizationId, id)
  const levels: number[][] = []
  for (let level = [id]; level.length > 0;) {
    levels.push(level)
    const below = await tx
      .selectFrom('posts')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('mergedIntoId', '=', anyOf(level))
      .orderBy('id')
      .forUpdate()
      .execute()
    level = below.map((post) => post.id)
  }
  return levels
}

async function deleteAll(
  tx: Transaction,
  organizationId: number,
  ids: number[],
  actor: Actor,
): Promise<void> {
  const posts = await readPostSnapshots(tx, organizationId, ids)
  await tx
    .deleteFrom('postMerges')
    .where('organizationId', '=', organizationId)
    .where((where) => where.or([where('childId', '=', anyOf(ids)), where('parentId', '=', anyOf(ids))]))
    .execute()
  await tx
    .deleteFrom('posts')
    .where('organizationId', '=', organizationId)
    .where('id', '=', anyOf(ids))
    .execute()
  await recordEvents(
    tx,
    posts.map((post) => postEvent(actor, 'post_deleted', post)),
  )
}

const anyOf = (ids: number[]) => sql<number>`any(${ids}::int[])`
