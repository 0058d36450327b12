import { isDeepStrictEqual } from 'node:util'
import { assertUnchanged } from '../../db/writes/assert-unchanged.ts'
import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { timeOfUpdate } from '../../db/time.ts'
import { lockRoadmap } from './lock-roadmap.ts'
import { eventsOfUpdatedRoadmap } from './roadmap-event.ts'
import { assertRoadmapDates, roadmapColumns, type RoadmapFields } from './roadmap-fields.ts'

/**
 * Updates a roadmap; its slug is unchanged. A change without effect leaves the row untouched, including `updatedAt`.
 * Any other is recorded. Returns its row.
 * @throws AppError NOT_FOUND; CONFLICT if it was updated after `ifUnchangedSince`; UNPROCESSABLE if it ends before it
 * starts
 */
export async function updateRoadmap(
  tx: Transaction,
  organizationId: number,
  id: number,
  {
    ifUnchangedSince,
    actor,
    ...fields
  }: RoadmapFields & { actor: Actor; ifUnchangedSince?: Date | null | undefined },
) {
  const before = await lockRoadmap(tx, organizationId, id)
  assertUnchanged(before, ifUnchangedSince)
  const next = roadmapColumns(fields)
  const changed = Object.entries(next).some(
    ([column, value]) => !isDeepStrictEqual(before[column as keyof typeof next], value),
  )
  if (!changed) return before
  assertRoadmapDates({ ...before, ...next })
  const after = await tx
    .updateTable('roadmaps')
    .set({ ...next, updatedAt: timeOfUpdate(before) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvents(tx, eventsOfUpdatedRoadmap(actor, before, after))
  return after
}
