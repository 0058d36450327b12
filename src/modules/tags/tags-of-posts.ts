import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tag } from '../../db/generated/tables.ts'

/** Returns the tags of posts, each with the id of its post, sorted by name. */
export async function tagsOfPosts(
  db: Db,
  organizationId: number,
  postIds: readonly number[],
): Promise<(readonly [postId: number, tag: Selectable<Tag>])[]> {
  const rows = await db
    .selectFrom('postTags')
    .innerJoin('tags', (join) =>
      join
        .onRef('tags.organizationId', '=', 'postTags.organizationId')
        .onRef('tags.id', '=', 'postTags.tagId'),
    )
    .selectAll('tags')
    .select('postTags.postId')
    .where('postTags.organizationId', '=', organizationId)
    .where('postTags.postId', 'in', postIds)
    .orderBy('tags.name')
    .orderBy('tags.id')
    .execute()
  return rows.map(({ postId, ...tag }) => [postId, tag] as const)
}
