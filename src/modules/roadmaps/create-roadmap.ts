import type { Transaction } from '../../db/database.ts'
import { uniqueSlug } from '../../db/writes/unique-slug.ts'
import type { Actor } from '../../events/actor.ts'
import { CREATED } from '../../events/existence.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { requiredText } from '../../lib/text/fields.ts'
import { roadmapEvent } from './roadmap-event.ts'
import { assertRoadmapDates, roadmapColumns, type RoadmapFields } from './roadmap-fields.ts'

/**
 * Creates a roadmap without posts. By default it starts now. Records the event. Returns its row.
 * @throws AppError MISSING_PARAM without a title, UNPROCESSABLE if it ends before it starts
 */
export async function createRoadmap(
  tx: Transaction,
  organizationId: number,
  { ownerId, actor, ...fields }: RoadmapFields & { title: string; ownerId: number; actor: Actor },
) {
  const title = requiredText('title', fields.title)
  const at = now()
  const values = { startDate: at, endDate: null, ...roadmapColumns(fields) }
  assertRoadmapDates(values)
  const roadmap = await tx
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
  await recordEvents(tx, [roadmapEvent(actor, roadmap, CREATED)])
  return roadmap
}
