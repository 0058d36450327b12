import type { Viewer } from '../../../auth/caller.ts'
import type { Db } from '../../../db/database.ts'
import type { Post } from '../../../db/rows.ts'
import { rowColumns } from '../../../db/lists/long-texts.ts'
import type { OrderColumn, Page, PageRequest } from '../../../db/lists/keyset.ts'
import { readPagesOfParents } from '../../../db/lists/pages-of-parents.ts'
import { Parameters } from '../../../db/lists/parameters.ts'
import { listedPosts, type ListedPosts } from '../visible-posts-sql.ts'

/** Page of the merged posts of each post, and its viewer. */
export type MergedPostsRequest = ListedPosts & {
  page: PageRequest
  viewer: Viewer
}

const OLDEST_FIRST: OrderColumn<Post>[] = [
  { column: 'p.id', descending: false, type: 'int', value: ({ id }) => id },
]

/**
 * Returns the same page of merged posts for several parents, oldest first, in one statement. Each page has
 * the id of its parent. Outside the team, it contains the posts that `canSeePost` allows.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export async function listMergedPosts(
  db: Db,
  organizationId: number,
  parentIds: readonly number[],
  { page, viewer, includePrivate }: MergedPostsRequest,
): Promise<{ id: number; page: Page<Post> }[]> {
  const parameters = new Parameters(organizationId)
  const conditions = [
    'p.organization_id = $1',
    'p.merged_into_id = wanted.id',
    ...listedPosts(viewer, parameters, { includePrivate }),
  ]
  const columns = (most: string) => rowColumns('posts', 'p', most)
  const list = {
    alias: 'p',
    from: 'posts p',
    conditions,
    values: parameters.values,
    order: OLDEST_FIRST,
    columns,
  }
  return readPagesOfParents(db, parentIds, list, page)
}
