import type { Transaction } from '../../db/database.ts'
import { cannotDelete } from '../../lib/errors.ts'
import { lockBucket } from './update-bucket.ts'

/**
 * Deletes a bucket without posts.
 * @throws AppError NOT_FOUND; CANNOT_DELETE while it has posts, including hidden and merged ones
 */
export async function deleteBucket(tx: Transaction, organizationId: number, id: number): Promise<void> {
  await lockBucket(tx, organizationId, id)
  const post = await tx
    .selectFrom('posts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('bucketId', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (post) throw cannotDelete('The bucket still has posts')
  await tx.deleteFrom('buckets').where('organizationId', '=', organizationId).where('id', '=', id).execute()
}
