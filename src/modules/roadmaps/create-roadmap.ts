import type { Transaction } from '../../db/database.ts'
import { uniqueSlug } from '../../db/unique-slug.ts'
import { now } from '../../lib/time/clock.ts'
import { requiredText } from '../../lib/fields.ts'
import { assertRoadmapDates, roadmapColumns, type RoadmapFields } from './roadmap-fields.ts'

/**
 * Creates a roadmap without posts. By default it starts now. Returns its row.
 * @throws AppError MISSING_PARAM without a title, UNPROCESSABLE if it ends before it starts
 */
export async function createRoadmap(
  tx: Transaction,
  organizationId: number,
  { ownerId, ...fields }: RoadmapFields & { title: string; ownerId: number },
) {
  const title = requiredText('title', fields.title)
  const at = now()
  const values = { startDate: at, endDate: null, ...roadmapColumns(fields) }
  assertRoadmapDates(values)
  return tx
    .insertInto('roadmaps')
    .values({
      ...values,
      organizationId,
      title,
      slug: await uniqueSlug(tx, 'roadmaps', organizationId, title),
      ownerId,
      createdAt: at,
      updatedAt: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
