import type { Actor } from '../../events/actor.ts'
import { changesBetween } from '../../events/changes-between.ts'
import type { NewEvent } from '../../events/record.ts'
import type { BucketSnapshot } from './bucket-snapshot.ts'

/** Changes of an event under the names of the documented body. */
type Changes = { before: object; after: object }

/** Returns the event of a change of a bucket. */
export function bucketEvent(actor: Actor, bucket: BucketSnapshot, changes: Changes): NewEvent {
  const { organizationId, id: subjectId } = bucket
  return { organizationId, actor, type: 'bucket_updated', subjectId, snapshot: bucket, ...changes }
}

/** Returns the event of an update of a bucket. Returns none without a change. */
export function eventsOfUpdatedBucket(
  actor: Actor,
  before: BucketSnapshot,
  after: BucketSnapshot,
): NewEvent[] {
  const changes = changesBetween(bucketEventFields(before), bucketEventFields(after))
  return changes ? [bucketEvent(actor, after, changes)] : []
}

/** Fields of a bucket whose changes are recorded, in the names of the documented body (contract 3). */
const bucketEventFields = (bucket: BucketSnapshot) => ({
  name: bucket.name,
  description: bucket.description,
  private: bucket.private,
  requires_moderation: bucket.requiresModeration,
  position: bucket.position,
})
