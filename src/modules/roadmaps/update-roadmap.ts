import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { lockRoadmap } from './lock-roadmap.ts'
import { assertRoadmapDates, roadmapColumns, type RoadmapFields } from './roadmap-fields.ts'

/**
 * Changes a roadmap; its slug stays. A change that changes nothing leaves it untouched, its `updatedAt` included.
 * Returns its row.
 * @throws AppError NOT_FOUND; UNPROCESSABLE when it would end before it begins
 */
export async function updateRoadmap(
  tx: Transaction,
  organizationId: number,
  id: number,
  fields: RoadmapFields,
) {
  const before = await lockRoadmap(tx, organizationId, id)
  const next = roadmapColumns(fields)
  const changed = Object.entries(next).some(
    ([column, value]) => plain(before[column as keyof typeof next]) !== plain(value),
  )
  if (!changed) return before
  assertRoadmapDates({ ...before, ...next })
  return tx
    .updateTable('roadmaps')
    .set({ ...next, updatedAt: now() })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value)
