import type { Db } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/** Deletes a roadmap; its posts remain. @throws AppError NOT_FOUND */
export async function deleteRoadmap(db: Db, organizationId: number, id: number): Promise<void> {
  const deleted = await db
    .deleteFrom('roadmaps')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw notFound('Roadmap')
}
