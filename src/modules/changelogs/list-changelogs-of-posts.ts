import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { Changelog } from '../../db/rows.ts'
import type { OrderColumn, Page, PageRequest } from '../../db/lists/keyset.ts'
import { rowColumns } from '../../db/lists/long-texts.ts'
import { readPagesOfParents } from '../../db/lists/pages-of-parents.ts'

/** Page of the entries of each post, and its viewer. */
export type ChangelogsOfPostsRequest = { page: PageRequest; viewer: Viewer }

const NEWEST_FIRST: OrderColumn<Changelog>[] = [
  {
    column: 'c.created_at',
    descending: true,
    type: 'timestamptz',
    value: ({ createdAt }) => createdAt.toISOString(),
  },
  { column: 'c.id', descending: true, type: 'int', value: ({ id }) => id },
]

/**
 * Returns the same page of the changelog entries that refer to each of several posts, newest first, in one
 * statement. Each page has the id of its post. Outside the team, it contains published entries only.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export function listChangelogsOfPosts(
  db: Db,
  organizationId: number,
  postIds: readonly number[],
  { page, viewer }: ChangelogsOfPostsRequest,
): Promise<{ id: number; page: Page<Changelog> }[]> {
  const conditions = ['entries.organization_id = $1', 'entries.post_id = wanted.id']
  if (!viewer.hasTeamView) conditions.push('c.published_at is not null')
  const list = {
    alias: 'c',
    from: `changelog_posts entries join changelogs c
      on c.organization_id = entries.organization_id and c.id = entries.changelog_id`,
    conditions,
    values: [organizationId],
    order: NEWEST_FIRST,
    columns: (most: string) => rowColumns('changelogs', 'c', most),
  }
  return readPagesOfParents(db, postIds, list, page)
}
