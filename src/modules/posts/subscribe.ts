import type { Db } from '../../db/database.ts'
import { now } from '../../lib/clock.ts'

type Subscription = { postId: number; userId: number }

/** Lets a person hear of a post's news; asking twice is once. */
export async function subscribe(
  db: Db,
  organizationId: number,
  { postId, userId }: Subscription,
): Promise<void> {
  await db
    .insertInto('postSubscribers')
    .values({ organizationId, postId, userId, createdAt: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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
}
