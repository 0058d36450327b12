import type { PageRequest } from '../../db/keyset.ts'
import { byId, defineLoaders, perRequest } from '../../graphql/loaders.ts'
import { listSubscribers } from './list-subscribers.ts'

/** Loaders of the subscribers of each post. */
export const subscriberLoaders = defineLoaders(({ db, organizationId }) => ({
  ofPost: perRequest((page: PageRequest) =>
    byId((postIds) => listSubscribers(db, organizationId, postIds, page)),
  ),
}))
