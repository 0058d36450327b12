import type { Transaction } from '../../db/database.ts'
import { unprocessable } from '../../lib/errors.ts'

type Request = { bucketId?: number | null | undefined; submitterId: number; privateBuckets: boolean }

/**
 * Returns the bucket and the submitter of a new post. Locks the bucket against changes until the transaction
 * ends.
 * @throws AppError UNPROCESSABLE if the bucket does not exist, or is private and may not be chosen
 */
export async function findBucketAndSubmitter(
  tx: Transaction,
  organizationId: number,
  { bucketId, submitterId, privateBuckets }: Request,
) {
  const bucket = await tx
    .selectFrom('buckets')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(bucketId != null, (query) => query.where('id', '=', bucketId as number))
    .$if(!privateBuckets || bucketId == null, (query) => query.where('private', '=', false))
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .forShare()
    .executeTakeFirst()
  if (!bucket)
    throw unprocessable(
      'bucketId',
      bucketId == null ? 'is required, because there is no public bucket' : 'does not exist',
    )
  const submitter = await tx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', submitterId)
    .executeTakeFirst()
  if (!submitter) throw unprocessable('submitterId', 'does not exist')
  return { bucket, submitter }
}
