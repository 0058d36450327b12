import type { Db } from '../../db/database.ts'
import { isDuplicate } from '../../db/transaction.ts'
import { alreadyExists, notFound } from '../../lib/errors.ts'
import { optionalColor, requiredText } from '../../lib/fields.ts'

/**
 * Updates a label. Undefined or null fields are unchanged. Returns its row.
 * @throws AppError NOT_FOUND, ALREADY_EXISTS for a name that exists in any case, INVALID_PARAM for an invalid
 * color
 */
export async function updateChangelogLabel(
  db: Db,
  organizationId: number,
  id: number,
  changes: { name?: string | null | undefined; color?: string | null | undefined },
) {
  const color = optionalColor('color', changes.color)
  const label = await db
    .updateTable('changelogLabels')
    // Sets the id as well, so that the statement is valid without changes.
    .set({
      id,
      ...(changes.name != null && { name: requiredText('name', changes.name) }),
      ...(color !== null && { color }),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? alreadyExists('name') : error
    })
  if (!label) throw notFound('Label')
  return label
}
