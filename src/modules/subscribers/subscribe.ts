import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/clock.ts'
import { forgetMoved } from '../posts/forget-moved.ts'

type Subscription = { postId: number; userId: number }

/** Lets a person hear of a post's news; asking twice is once. Returns the subscription's row. */
export async function subscribe(tx: Transaction, organizationId: number, { postId, userId }: Subscription) {
  return tx
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
  tx: Transaction,
  organizationId: number,
  { postId, userId }: Subscription,
): Promise<void> {
  await tx
    .deleteFrom('postSubscribers')
    .where('organizationId', '=', organizationId)
    .where('postId', '=', postId)
    .where('userId', '=', userId)
    .execute()
  await forgetMoved(tx, organizationId, 'post_subscribers', { postId, userId })
}
