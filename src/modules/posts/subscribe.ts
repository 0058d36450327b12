import type { Db } from '../../db/database.ts'
import { now } from '../../lib/clock.ts'
import { forgetMoved } from './forget-moved.ts'

type Subscription = { postId: number; userId: number }

/** Lets a person hear of a post's news; asking twice is once. Returns the subscription's row. */
export async function subscribe(db: Db, organizationId: number, { postId, userId }: Subscription) {
  return db
    .insertInto('postSubscribers')
    .values({ organizationId, postId, userId, createdAt: now() })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'postId', 'userId']).doUpdateSet({ userId }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends what `subscribe` began; nothing happens when there is nothing to end. */
export async function unsubscribe(
  db: Db,
  organizationId: number,
  { postId, userId }: Subscription,
): Promise<void> {
  await db
    .deleteFrom('postSubscribers')
    .where('organizationId', '=', organizationId)
    .where('postId', '=', postId)
    .where('userId', '=', userId)
    .execute()
  await forgetMoved(db, organizationId, 'post_subscribers', { postId, userId })
}
