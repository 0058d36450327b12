import { byId, defineLoaders, groups } from '../../graphql/loaders.ts'
import { tagsOfPosts } from './tags-of-posts.ts'

/** Loaders of tags, and of the tags of each post. */
export const tagLoaders = defineLoaders(({ db, prisma, organizationId }) => ({
  byId: byId((ids) => prisma.tag.findMany({ where: { organizationId, id: { in: ids } } })),
  ofPost: groups(async (postIds) => {
    const rows = await tagsOfPosts(db, organizationId, postIds)
    return rows.flatMap(({ postIds: tagged, ...tag }) => tagged.map((postId) => [postId, tag] as const))
  }),
}))
