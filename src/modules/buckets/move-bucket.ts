import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { distinctPositions } from '../../db/writes/distinct-positions.ts'
import { nextUpdatedAt } from '../../db/time.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { notFound, unprocessable } from '../../lib/errors.ts'
import { eventsOfUpdatedBucket } from './bucket-event.ts'

/** A new position of a bucket, which is directly after or directly before another one. */
type BucketMove = { id: number; actor: Actor; position: { afterId: number } | { beforeId: number } }

/**
 * Moves a bucket. Only the buckets between its old and its new position change theirs, each with an event.
 * Concurrent moves are executed one after the other. Returns its row, and those of the changed ones in their order.
 * @throws AppError NOT_FOUND for the bucket; UNPROCESSABLE for an unknown other one
 */
export async function moveBucket(tx: Transaction, organizationId: number, move: BucketMove) {
  const locked = await lockBuckets(tx, organizationId)
  const before = locked.toSorted((a, b) => a.position - b.position || a.id - b.id)
  const ids = orderAfter(
    before.map(({ id }) => id),
    move,
  )
  const positions = distinctPositions(before.map(({ position }) => position))
  const { rows: moved } = await sql<{ id: number }>`
    update buckets b set position = moved.position, updated_at = ${nextUpdatedAt(undefined, 'b.updated_at')}
    from unnest(${ids}::int[], ${positions}::int[]) as moved(id, position)
    where b.organization_id = ${organizationId} and b.id = moved.id and b.position <> moved.position
    returning b.id`.execute(tx)
  const after = await lockBuckets(tx, organizationId)
  const changed = new Set(moved.map(({ id }) => id))
  const formerOf = new Map(before.map((bucket) => [bucket.id, bucket]))
  const events = after.flatMap((bucket) => {
    const former = changed.has(bucket.id) ? formerOf.get(bucket.id) : undefined
    return former ? eventsOfUpdatedBucket(move.actor, former, bucket) : []
  })
  await recordEvents(tx, events)
  return {
    bucket: after.find(({ id }) => id === move.id) ?? notFoundBucket(),
    changed: after.filter(({ id }) => changed.has(id)).toSorted((a, b) => a.position - b.position),
  }
}

/** Locks the buckets of an organization in the order of their ids (FOR UPDATE) and returns their rows. */
const lockBuckets = (tx: Transaction, organizationId: number) =>
  tx
    .selectFrom('buckets')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Returns the buckets in their order after a move. */
function orderAfter(ids: number[], { id, position }: BucketMove): number[] {
  if (!ids.includes(id)) notFoundBucket()
  const isAfter = 'afterId' in position
  const field = isAfter ? 'position.afterId' : 'position.beforeId'
  const neighbor = isAfter ? position.afterId : position.beforeId
  if (neighbor === id) throw unprocessable(field, 'must be another bucket')
  const others = ids.filter((other) => other !== id)
  const index = others.indexOf(neighbor)
  if (index < 0) throw unprocessable(field, 'is not a bucket of the organization')
  return others.toSpliced(isAfter ? index + 1 : index, 0, id)
}

function notFoundBucket(): never {
  throw notFound('Bucket')
}
