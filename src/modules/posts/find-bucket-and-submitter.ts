import type { Transaction } from '../../db/database.ts'
import { unprocessable } from '../../lib/errors.ts'

type Request = { bucketId?: number | null; submitterId: number; privateBoards: boolean }

/**
 * The board that a new post goes to and the person it is from; both stay as they are until the transaction ends.
 * @throws AppError UNPROCESSABLE when there is no such board, or it is private and may not be chosen
 */
export async function findBucketAndSubmitter(
  tx: Transaction,
  organizationId: number,
  { bucketId, submitterId, privateBoards }: Request,
) {
  const bucket = await tx
    .selectFrom('buckets')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(bucketId != null, (query) => query.where('id', '=', bucketId as number))
    .$if(!privateBoards || bucketId == null, (query) => query.where('private', '=', false))
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .forShare()
    .executeTakeFirst()
  if (!bucket)
    throw unprocessable(
      'bucketId',
      bucketId == null ? 'is needed: there is no public board' : 'does not exist',
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
