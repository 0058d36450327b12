import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/clock.ts'
import { impossible, notFound } from '../../lib/errors.ts'
import { recountPosts } from './recount-posts.ts'

/**
 * Undoes one merge: the child is back in the lists with the votes, comments and subscribers that the merge
 * took from it, as far as they are still with the parent; replies that were written since go with their comment.
 * @throws AppError NOT_FOUND; UNPROCESSABLE when the post is not merged, or its parent has been merged on
 */
export async function unmergePost(tx: Transaction, organizationId: number, childId: number): Promise<void> {
  const merge = await tx
    .selectFrom('postMerges')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('childId', '=', childId)
    .forUpdate()
    .executeTakeFirst()
  if (!merge) await refuse(tx, organizationId, childId)
  if (!merge) return
  const { parentId } = merge
  const rows = await tx
    .selectFrom('posts')
    .select(['id', 'mergedIntoId'])
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [parentId, childId])
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.find(({ id }) => id === parentId)?.mergedIntoId != null)
    throw impossible('childId', 'was merged into a post that is merged itself; unmerge that one first')
  const giveBack = (table: 'votes' | 'post_subscribers', userIds: number[]) => sql`
    update ${sql.table(table)} set post_id = ${childId}
    where organization_id = ${organizationId} and post_id = ${parentId} and user_id = any(${userIds}::int[])`
  await giveBack('votes', merge.voterIds).execute(tx)
  await giveBack('post_subscribers', merge.subscriberIds).execute(tx)
  await sql`
    with recursive returned as (
      select id from comments where organization_id = ${organizationId} and post_id = ${parentId} and id = any(${merge.commentIds}::int[])
      union
      select c.id from comments c join returned r on c.organization_id = ${organizationId} and c.parent_id = r.id)
    update comments set post_id = ${childId} where organization_id = ${organizationId} and id in (select id from returned)`.execute(
    tx,
  )
  await tx
    .deleteFrom('postMerges')
    .where('organizationId', '=', organizationId)
    .where('childId', '=', childId)
    .execute()
  await tx
    .updateTable('posts')
    .set({ mergedIntoId: null, updatedAt: now() })
    .where('organizationId', '=', organizationId)
    .where('id', '=', childId)
    .execute()
  await recountPosts(tx, organizationId, [parentId, childId])
}

async function refuse(tx: Transaction, organizationId: number, id: number): Promise<void> {
  const post = await tx
    .selectFrom('posts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  throw post ? impossible('childId', 'is not merged') : notFound('Post')
}
