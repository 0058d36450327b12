import type { Transaction } from '../../db/database.ts'
import { forgetMergeOrigin } from '../posts/merging/forget-merge-origin.ts'
import { mutePost } from '../notifications/mutes.ts'
import type { Subscription } from './subscribe.ts'

/** Deletes a person's subscription to a post, and ends notifications of it also for a voter. Idempotent. */
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
  await mutePost(tx, organizationId, { postId, userId })
  await forgetMergeOrigin(tx, organizationId, 'post_subscribers', { postId, userId })
}
