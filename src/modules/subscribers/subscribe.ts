import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { notFound } from '../../lib/errors.ts'
import { unmutePost } from '../notifications/mutes.ts'

export type Subscription = { postId: number; userId: number }

/**
 * Subscribes a person to a post, also one who has muted it. Idempotent. Returns the subscription's row.
 * @throws AppError NOT_FOUND for a post that does not exist or is deleted concurrently
 */
export async function subscribe(tx: Transaction, organizationId: number, { postId, userId }: Subscription) {
  const subscription = await tx
    .insertInto('postSubscribers')
    .columns(['organizationId', 'postId', 'userId', 'createdAt'])
    // Takes the lock of the foreign key. If the post was deleted concurrently, nothing is inserted.
    .expression((eb) =>
      eb
        .selectFrom('posts')
        .select([
          'organizationId',
          'id',
          sql<number>`${userId}::int`.as('userId'),
          sql<Date>`${now()}::timestamptz`.as('createdAt'),
        ])
        .where('organizationId', '=', organizationId)
        .where('id', '=', postId)
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'postId', 'userId']).doUpdateSet({
        userId: sql`excluded.user_id`,
      }),
    )
    .returningAll()
    .executeTakeFirst()
  if (!subscription) throw notFound('Post')
  await unmutePost(tx, organizationId, { postId, userId })
  return subscription
}
