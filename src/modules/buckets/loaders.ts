import { byId, counts, defineLoaders, perRequest } from '../../graphql/loaders.ts'
import { countPosts } from './count-posts.ts'

/** Loaders of buckets, and of the number of posts in each. */
export const bucketLoaders = defineLoaders(({ db, prisma, organizationId }) => ({
  byId: byId((ids) => prisma.bucket.findMany({ where: { organizationId, id: { in: ids } } })),
  postsCount: perRequest((request: { publicOnly: boolean }) =>
    counts((ids) => countPosts(db, organizationId, ids, request)),
  ),
}))
