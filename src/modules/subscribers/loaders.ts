import { readerIdOf } from '../../auth/caller.ts'
import type { PageRequest } from '../../db/lists/keyset.ts'
import { byId, byPair, defineLoaders, groups, perRequest } from '../../graphql/loaders.ts'
import { listSubscribers, readSubscribers } from './list-subscribers.ts'

/** Loaders of subscriptions, of the caller's subscriptions, and of the subscribers of each post. */
export const subscriberLoaders = defineLoaders(({ db, organizationId, caller }) => ({
  byPair: byPair(
    (pairs) => readSubscribers(db, organizationId, pairs),
    ({ postId, userId }) => [postId, userId],
  ),
  /** Returns the caller's subscription to a post. Empty without one. */
  ofCaller: groups(async (postIds) => {
    const actorId = readerIdOf(caller)
    if (actorId === null) return []
    const rows = await db
      .selectFrom('postSubscribers')
      .select('postId')
      .where('organizationId', '=', organizationId)
      .where('postId', 'in', postIds)
      .where('userId', '=', actorId)
      .execute()
    return rows.map(({ postId }) => [postId, true] as const)
  }),
  ofPost: perRequest((page: PageRequest) =>
    byId((postIds) => listSubscribers(db, organizationId, postIds, page)),
  ),
}))
