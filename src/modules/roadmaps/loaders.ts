import { rowsById } from '../../db/rows-by-id.ts'
import { byId, defineLoaders, perRequest } from '../../graphql/loaders.ts'
import { listRoadmapPosts, type RoadmapPostsRequest } from './list-roadmap-posts.ts'
import { measureRoadmaps } from './measure-roadmaps.ts'
import { roadmapsOfPosts, type RoadmapsOfPostsRequest } from './roadmaps-of-posts.ts'

/** Loaders of roadmaps, of the progress and the posts of each, and of the roadmaps of each post. */
export const roadmapLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) => rowsById(db, 'roadmaps', organizationId, ids)),
  measure: perRequest((request: { publicOnly: boolean }) =>
    byId((ids) => measureRoadmaps(db, organizationId, ids, request)),
  ),
  posts: perRequest((request: RoadmapPostsRequest) =>
    byId((ids) => listRoadmapPosts(db, organizationId, ids, request)),
  ),
  ofPost: perRequest((request: RoadmapsOfPostsRequest) =>
    byId((ids) => roadmapsOfPosts(db, organizationId, ids, request)),
  ),
}))
