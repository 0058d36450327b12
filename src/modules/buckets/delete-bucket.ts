import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { DELETED } from '../../events/existence.ts'
import { recordEvents } from '../../events/record.ts'
import { cannotDelete } from '../../lib/errors.ts'
import { bucketEvent } from './bucket-event.ts'
import { lockBucket } from './update-bucket.ts'

/**
 * Deletes a bucket without posts. Records the event.
 * @throws AppError NOT_FOUND; CANNOT_DELETE while it has posts, including hidden and merged ones
 */
export async function deleteBucket(
  tx: Transaction,
  organizationId: number,
  id: number,
  actor: Actor,
): Promise<void> {
  const bucket = await lockBucket(tx, organizationId, id)
  const post = await tx
    .selectFrom('posts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('bucketId', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (post) throw cannotDelete('The bucket still has posts')
  await tx.deleteFrom('buckets').where('organizationId', '=', organizationId).where('id', '=', id).execute()
  await recordEvents(tx, [bucketEvent(actor, bucket, DELETED)])
}
