import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { DELETED } from '../../events/existence.ts'
import { recordEvents } from '../../events/record.ts'
import { notFound } from '../../lib/errors.ts'
import { roadmapEvent } from './roadmap-event.ts'

/** Deletes a roadmap; its posts remain. Records the event. @throws AppError NOT_FOUND */
export async function deleteRoadmap(
  tx: Transaction,
  organizationId: number,
  id: number,
  actor: Actor,
): Promise<void> {
  const deleted = await tx
    .deleteFrom('roadmaps')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!deleted) throw notFound('Roadmap')
  await recordEvents(tx, [roadmapEvent(actor, deleted, DELETED)])
}
