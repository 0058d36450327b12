import { viewerOf } from '../../auth/caller.ts'
import { byId, defineLoaders } from '../../graphql/loaders.ts'
import { bellOf, BELL_COLUMNS } from './notification-row.ts'

/** Loader of the items of the caller's bell. */
export const notificationLoaders = defineLoaders(({ db, organizationId, caller }) => ({
  own: byId((ids) =>
    bellOf(db, organizationId, caller.authenticated ? (caller.actorId ?? 0) : 0, viewerOf(caller))
      .select(BELL_COLUMNS)
      .where('n.id', 'in', ids)
      .execute(),
  ),
}))
