import type { Post } from '../../db/rows.ts'
import { readRows } from '../../db/lists/long-texts.ts'
import { byId, defineLoaders, perRequest } from '../../graphql/loaders.ts'
import { assertFilter } from './assert-filter.ts'
import { listPostsOfParents, type PostsOfParentsRequest } from './list-posts-of-parents.ts'
import { listMergedPosts, type MergedPostsRequest } from './merging/list-merged-posts.ts'

/** Loaders of posts, of the posts merged into each, and of the posts of other objects. */
export const postLoaders = defineLoaders(({ db, organizationId, caller }) => ({
  byId: byId((ids) => readRows<Post>(db, 'posts', organizationId, ids)),
  merged: perRequest((request: MergedPostsRequest) =>
    byId((ids) => listMergedPosts(db, organizationId, ids, request)),
  ),
  ofParent: perRequest((request: PostsOfParentsRequest) =>
    byId(async (ids) => {
      await assertFilter({ db, organizationId, caller }, request.filter)
      return listPostsOfParents(db, organizationId, ids, request)
    }),
  ),
}))
