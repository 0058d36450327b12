import type { Db } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/** Deletes a label and removes it from its entries. @throws AppError NOT_FOUND */
export async function deleteChangelogLabel(db: Db, organizationId: number, id: number): Promise<void> {
  const deleted = await db
    .deleteFrom('changelogLabels')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw notFound('Label')
}
