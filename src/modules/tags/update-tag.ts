import type { Db } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'
import { optionalColor } from '../../lib/fields.ts'
import { refuseTaken, tagName } from './create-tag.ts'

/**
 * Updates a tag on every post that has it. Undefined or null fields are unchanged. Returns its row.
 * @throws AppError NOT_FOUND, and as `createTag`
 */
export async function updateTag(
  db: Db,
  organizationId: number,
  { id, ...changes }: { id: number; name?: string | null | undefined; color?: string | null | undefined },
) {
  const color = optionalColor('color', changes.color)
  const fields = {
    ...(changes.name != null && { name: tagName(changes.name) }),
    ...(color !== null && { color }),
  }
  const row = await db
    .updateTable('tags')
    .set((eb) => ({ id: eb.ref('id'), ...fields }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
    .catch(refuseTaken)
  if (!row) throw notFound('Tag')
  return row
}
