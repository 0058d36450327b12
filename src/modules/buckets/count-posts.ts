import type { Db } from '../../db/database.ts'

/**
 * How many posts several boards list, those without any missing: neither hidden nor merged ones, and with
 * `publicOnly` neither those that only the team sees nor those that wait for it.
 */
export function countPosts(
  db: Db,
  organizationId: number,
  bucketIds: readonly number[],
  { publicOnly }: { publicOnly: boolean },
): Promise<{ key: number; count: number }[]> {
  return db
    .selectFrom('posts')
    .select(({ fn }) => ['bucketId as key', fn.countAll<number>().as('count')])
    .where('organizationId', '=', organizationId)
    .where('bucketId', 'in', bucketIds)
    .where('mergedIntoId', 'is', null)
    .where('hidden', '=', false)
    .$if(publicOnly, (query) => query.where('private', '=', false).where('approvalStatus', '=', 'approved'))
    .groupBy('bucketId')
    .execute()
}
