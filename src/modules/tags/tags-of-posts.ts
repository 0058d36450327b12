import type { Db } from '../../db/database.ts'

/**
 * Returns the tags of posts, sorted by name, each once with the ids of those posts that have it. Posts share
 * tags, so one row for each post and tag would take many times the memory.
 */
export async function tagsOfPosts(db: Db, organizationId: number, postIds: number[]) {
  return db
    .selectFrom((pairs) =>
      pairs
        .selectFrom('postTags')
        .select(['tagId', (eb) => eb.fn.agg<number[]>('array_agg', ['postId']).as('postIds')])
        .where('organizationId', '=', organizationId)
        .where('postId', 'in', postIds)
        .groupBy('tagId')
        .as('tagged'),
    )
    .innerJoin('tags', 'tags.id', 'tagged.tagId')
    .where('tags.organizationId', '=', organizationId)
    .selectAll('tags')
    .select('tagged.postIds')
    .orderBy('tags.name')
    .orderBy('tags.id')
    .execute()
}
