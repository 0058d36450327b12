import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { Post } from '../../db/generated/client/client.ts'
import type { OrderColumn, Page, PageRequest } from '../../db/keyset.ts'
import { rowColumns } from '../../db/long-texts.ts'
import { readPagesOfParents } from '../../db/pages-of-parents.ts'
import { visiblePosts } from '../posts/visible-posts-sql.ts'

/** Page of the posts of each entry, and its viewer. */
export type PostsOfChangelogsRequest = { page: PageRequest; viewer: Viewer }

/** A post with its position in an entry. */
type ReferencedPost = Post & { position: number }

const BY_POSITION: OrderColumn<ReferencedPost>[] = [
  { column: 'p.position', descending: false, type: 'int', value: ({ position }) => position },
  { column: 'p.id', descending: false, type: 'int', value: ({ id }) => id },
]

/**
 * Returns the same page of the posts to which each of several changelog entries refers, in order, in one statement.
 * Each page has the id of its entry. It contains the posts that the viewer may see.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export function listPostsOfChangelogs(
  db: Db,
  organizationId: number,
  changelogIds: readonly number[],
  { page, viewer }: PostsOfChangelogsRequest,
): Promise<{ id: number; page: Page<Post> }[]> {
  const values: unknown[] = [organizationId]
  const list = {
    alias: 'p',
    from: `(select posts.*, entries.changelog_id, entries.position from changelog_posts entries join posts
      on posts.organization_id = entries.organization_id and posts.id = entries.post_id) p`,
    conditions: ['p.organization_id = $1', 'p.changelog_id = wanted.id', ...visiblePosts(viewer, values)],
    values,
    order: BY_POSITION,
    columns: (most: string) => `${rowColumns('posts', 'p', most)}, p.position`,
  }
  return readPagesOfParents<ReferencedPost>(db, changelogIds, list, page)
}
