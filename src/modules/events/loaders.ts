import { byId, defineLoaders, perRequest } from '../../graphql/loaders.ts'
import { listEventsOfPosts, type EventsOfPostsRequest } from './list-events-of-posts.ts'

/** Loaders of the events of posts. */
export const eventLoaders = defineLoaders(({ db, organizationId }) => ({
  ofPost: perRequest((request: EventsOfPostsRequest) =>
    byId((postIds) => listEventsOfPosts(db, organizationId, postIds, request)),
  ),
}))
