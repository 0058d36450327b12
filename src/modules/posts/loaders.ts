import type { Post } from '../../db/generated/client/client.ts'
import { readRows } from '../../db/long-texts.ts'
import { byId, defineLoaders, perRequest } from '../../graphql/loaders.ts'
import { listMergedPosts, type MergedPostsRequest } from './merging/list-merged-posts.ts'

/** Loaders of posts, and of the posts merged into each. */
export const postLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) => readRows<Post>(db, 'posts', organizationId, ids)),
  merged: perRequest((request: MergedPostsRequest) =>
    byId((ids) => listMergedPosts(db, organizationId, ids, request)),
  ),
}))
