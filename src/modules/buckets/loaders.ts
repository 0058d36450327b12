import { rowsById } from '../../db/lists/rows-by-id.ts'
import { byId, counts, defineLoaders, perRequest } from '../../graphql/loaders.ts'
import { countPosts } from './count-posts.ts'

/** Loaders of buckets, and of the number of posts in each. */
export const bucketLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) => rowsById(db, 'buckets', organizationId, ids)),
  postsCount: perRequest((request: { publicOnly: boolean }) =>
    counts((ids) => countPosts(db, organizationId, ids, request)),
  ),
}))
