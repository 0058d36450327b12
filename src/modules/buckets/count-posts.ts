import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { PUBLIC_POSTS } from '../posts/visible-posts-sql.ts'

/**
 * Counts the posts that each bucket lists. Buckets without posts are missing from the result. Hidden and
 * merged posts are excluded; with `publicOnly`, private and pending posts are excluded as well.
 */
export function countPosts(
  db: Db,
  organizationId: number,
  bucketIds: readonly number[],
  { publicOnly }: { publicOnly: boolean },
): Promise<{ key: number; count: number }[]> {
  return db
    .selectFrom('posts as p')
    .select(({ fn }) => ['bucketId as key', fn.countAll<number>().as('count')])
    .where('organizationId', '=', organizationId)
    .where('bucketId', 'in', bucketIds)
    .where('mergedIntoId', 'is', null)
    .where('hidden', '=', false)
    .$if(publicOnly, (query) => query.where(sql.raw<boolean>(PUBLIC_POSTS)))
    .groupBy('bucketId')
    .execute()
}
