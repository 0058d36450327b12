import type { Transaction } from '../../db/database.ts'
import { nextPosition } from '../../db/writes/next-position.ts'
import { uniqueSlug } from '../../db/writes/unique-slug.ts'
import type { Actor } from '../../events/actor.ts'
import { CREATED } from '../../events/existence.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { missingParam } from '../../lib/errors.ts'
import { bucketEvent } from './bucket-event.ts'
import { bucketFields, type BucketChanges } from './bucket-fields.ts'

/**
 * Creates a bucket at the last position. Records the event. Returns its row.
 * @throws AppError MISSING_PARAM without a name
 */
export async function createBucket(
  tx: Transaction,
  organizationId: number,
  { actor, ...input }: BucketChanges & { actor: Actor },
) {
  const { name, ...fields } = bucketFields(input)
  if (name === undefined) throw missingParam('name')
  const slug = await uniqueSlug(tx, 'buckets', organizationId, name)
  const at = now()
  const position = await nextPosition(tx, 'buckets', organizationId)
  const bucket = await tx
    .insertInto('buckets')
    .values({
      ...fields,
      position,
      organizationId,
      slug,
      name,
      createdAt: at,
      updatedAt: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvents(tx, [bucketEvent(actor, bucket, CREATED)])
  return bucket
}
