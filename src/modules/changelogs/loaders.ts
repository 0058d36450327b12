import type { Changelog } from '../../db/rows.ts'
import { readRows } from '../../db/lists/long-texts.ts'
import { rowsById } from '../../db/lists/rows-by-id.ts'
import { byId, defineLoaders, groups, perRequest } from '../../graphql/loaders.ts'
import { labelsOfChangelogs } from './labels-of-changelogs.ts'
import { listChangelogsOfPosts, type ChangelogsOfPostsRequest } from './list-changelogs-of-posts.ts'
import { LOCALES } from './locales.ts'
import { postsOfChangelogs } from './posts-of-changelogs.ts'

/**
 * Loaders of changelog entries and labels, and of the labels, posts and translations of
 * each entry, and of the entries of each post.
 */
export const changelogLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) => readRows<Changelog>(db, 'changelogs', organizationId, ids)),
  labelById: byId((ids) => rowsById(db, 'changelog_labels', organizationId, ids)),
  labels: groups((ids) => labelsOfChangelogs(db, organizationId, ids)),
  posts: groups((ids) => postsOfChangelogs(db, organizationId, ids)),
  ofPosts: perRequest((request: ChangelogsOfPostsRequest) =>
    byId((postIds) => listChangelogsOfPosts(db, organizationId, postIds, request)),
  ),
  translations: groups(async (ids) => {
    const below = { key: 'original_id', rowsPerId: LOCALES.length }
    const rows = await readRows<Changelog>(db, 'changelogs', organizationId, ids, below)
    return rows.map((row) => [Number(row.originalId), row] as const)
  }),
}))
