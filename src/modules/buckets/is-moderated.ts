import type { Db } from '../../db/database.ts'

/** Returns whether customers' contributions to a bucket need approval (contract 3). */
export async function isModerated(db: Db, organizationId: number, bucketId: number): Promise<boolean> {
  const bucket = await db
    .selectFrom('buckets')
    .select('requiresModeration')
    .where('organizationId', '=', organizationId)
    .where('id', '=', bucketId)
    .executeTakeFirstOrThrow()
  return bucket.requiresModeration
}
