import type { Db } from '../../db/database.ts'

/** The posts that several entries tell about, in their order, each with the id of its entry; one statement. */
export async function postsOfChangelogs(db: Db, organizationId: number, changelogIds: number[]) {
  const rows = await db
    .selectFrom('changelogPosts as entries')
    .innerJoin('posts', (join) =>
      join
        .onRef('posts.organizationId', '=', 'entries.organizationId')
        .onRef('posts.id', '=', 'entries.postId'),
    )
    .selectAll('posts')
    .select('entries.changelogId')
    .where('entries.organizationId', '=', organizationId)
    .where('entries.changelogId', 'in', changelogIds)
    .orderBy('entries.position')
    .orderBy('entries.postId')
    .execute()
  return rows.map(({ changelogId, ...post }) => [changelogId, post] as const)
}
