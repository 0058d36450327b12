import { rowsById } from '../../db/lists/rows-by-id.ts'
import { byId, byPair, defineLoaders, perRequest } from '../../graphql/loaders.ts'
import { listRoadmapPosts, readRoadmapPosts, type RoadmapPostsRequest } from './list-roadmap-posts.ts'
import { measureRoadmaps } from './measure-roadmaps.ts'
import { roadmapsOfPosts, type RoadmapsOfPostsRequest } from './roadmaps-of-posts.ts'

/** Loaders of roadmaps, of posts on them, of the progress and the posts of each, and of the roadmaps of each post. */
export const roadmapLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) => rowsById(db, 'roadmaps', organizationId, ids)),
  postByPair: byPair(
    (pairs) => readRoadmapPosts(db, organizationId, pairs),
    ({ roadmapId, postId }) => [roadmapId, postId],
  ),
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
