import type { Db } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/** Deletes a tag and removes it from every post. @throws AppError NOT_FOUND */
export async function deleteTag(db: Db, organizationId: number, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('tags')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Tag')
}
