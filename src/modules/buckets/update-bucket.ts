import { assertUnchanged } from '../../db/writes/assert-unchanged.ts'
import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { timeOfUpdate } from '../../db/time.ts'
import { eventsOfUpdatedBucket } from './bucket-event.ts'
import { bucketFields, type BucketChanges } from './bucket-fields.ts'
import { lockBucket } from './lock-bucket.ts'

/**
 * Updates a bucket; its slug is unchanged. A change of `private` also applies to its posts, including those
 * that are submitted concurrently. A change is recorded once, not for each post. Returns its row.
 * @throws AppError NOT_FOUND, MISSING_PARAM for a blank name, CONFLICT if it changed after `ifUnchangedSince`
 */
export async function updateBucket(
  tx: Transaction,
  organizationId: number,
  {
    id,
    ifUnchangedSince,
    actor,
    ...changes
  }: BucketChanges & { id: number; actor: Actor; ifUnchangedSince?: Date | null | undefined },
) {
  const fields = bucketFields(changes)
  const before = await lockBucket(tx, organizationId, id)
  assertUnchanged(before, ifUnchangedSince)
  const after = await tx
    .updateTable('buckets')
    .set({ ...fields, updatedAt: timeOfUpdate(before) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (after.private !== before.private) {
    await tx
      .updateTable('posts')
      .set({ private: after.private })
      .where('organizationId', '=', organizationId)
      .where('bucketId', '=', id)
      .execute()
  }
  await recordEvents(tx, eventsOfUpdatedBucket(actor, before, after))
  return after
}
