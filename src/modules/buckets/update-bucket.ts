import { assertUnchanged } from '../../db/assert-unchanged.ts'
import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { timeOfUpdate } from '../../db/time.ts'
import { notFound } from '../../lib/errors.ts'
import { eventsOfUpdatedBucket } from './bucket-event.ts'
import { bucketFields, type BucketChanges } from './bucket-fields.ts'

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

/**
 * Locks a bucket (FOR UPDATE) and returns its row. Transactions that already put posts into it finish first;
 * later ones wait.
 * @throws AppError NOT_FOUND
 */
export async function lockBucket(tx: Transaction, organizationId: number, id: number) {
  const bucket = await tx
    .selectFrom('buckets')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!bucket) throw notFound('Bucket')
  return bucket
}
