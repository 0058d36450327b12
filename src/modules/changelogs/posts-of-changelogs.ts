import type { Db } from '../../db/database.ts'
import type { Post } from '../../db/rows.ts'
import { longestInRow, rowSelection } from '../../db/lists/long-texts.ts'

/** More posts than most entries refer to. */
const LIKELY_POSTS = 20

/**
 * Returns the posts that several entries refer to, in order, each with the id of its entry, in one statement.
 */
export async function postsOfChangelogs(db: Db, organizationId: number, changelogIds: number[]) {
  const rows = await db
    .selectFrom('changelogPosts as entries')
    .innerJoin('posts', (join) =>
      join
        .onRef('posts.organizationId', '=', 'entries.organizationId')
        .onRef('posts.id', '=', 'entries.postId'),
    )
    .select(rowSelection('posts', longestInRow(2 * changelogIds.length * LIKELY_POSTS)))
    .select('entries.changelogId')
    .where('entries.organizationId', '=', organizationId)
    .where('entries.changelogId', 'in', changelogIds)
    .orderBy('entries.position')
    .orderBy('entries.postId')
    .execute()
  return rows.map(({ changelogId, ...post }) => [changelogId, post as unknown as Post] as const)
}
