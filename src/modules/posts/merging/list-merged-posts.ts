import { CompiledQuery } from 'kysely'
import type { Viewer } from '../../../auth/caller.ts'
import type { Db } from '../../../db/database.ts'
import type { Post } from '../../../db/generated/client/client.ts'
import { longestInRow, rowColumns } from '../../../db/long-texts.ts'
import { pageClauses, pageOf, type OrderColumn, type Page, type PageRequest } from '../../../db/keyset.ts'
import { visiblePosts } from '../visible-posts-sql.ts'

/** Page of the merged posts of each post, and its viewer. */
export type MergedPostsRequest = {
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
  { page, viewer }: MergedPostsRequest,
): Promise<{ id: number; page: Page<Post> }[]> {
  const values: unknown[] = [organizationId, parentIds]
  const conditions = [
    'p.organization_id = $1',
    'p.merged_into_id = wanted.id',
    ...visiblePosts(viewer, values),
  ]
  const { seek, tail, read } = pageClauses(OLDEST_FIRST, page, values)
  if (seek) conditions.push(seek)
  const most = `$${values.push(longestInRow(2 * parentIds.length * (read.size + 1)))}::int`
  const text = `select ${rowColumns('posts', 'p', most)} from unnest($2::int[]) as wanted(id) cross join lateral (
      select p.* from posts p where ${conditions.join(' and ')} ${tail}) p
    ${read.orderBy}`
  const { rows } = await db.withoutPlugins().executeQuery<Post>(CompiledQuery.raw(text, values))
  const grouped = Map.groupBy(rows, ({ mergedIntoId }) => mergedIntoId)
  return parentIds.map((id) => ({ id, page: pageOf(OLDEST_FIRST, grouped.get(id) ?? [], read) }))
}
