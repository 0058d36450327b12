import { rowsById } from '../../db/lists/rows-by-id.ts'
import { byId, defineLoaders, groups } from '../../graphql/loaders.ts'
import { tagsOfPosts } from './tags-of-posts.ts'

/** Loaders of tags, and of the tags of each post. */
export const tagLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) => rowsById(db, 'tags', organizationId, ids)),
  ofPost: groups(async (postIds) => {
    const rows = await tagsOfPosts(db, organizationId, postIds)
    return rows.flatMap(({ postIds: tagged, ...tag }) => tagged.map((postId) => [postId, tag] as const))
  }),
}))
