import { assertRowUnchanged } from '../../db/writes/assert-unchanged.ts'
import type { Transaction } from '../../db/database.ts'
import { nextUpdatedAt } from '../../db/time.ts'
import { isDuplicate } from '../../db/transaction.ts'
import { alreadyExists, notFound } from '../../lib/errors.ts'
import { optionalColor, requiredText } from '../../lib/text/fields.ts'

type LabelChanges = {
  name?: string | null | undefined
  color?: string | null | undefined
  ifUnchangedSince?: Date | null | undefined
}

/**
 * Updates a label. Undefined or null fields are unchanged. Returns its row.
 * @throws AppError NOT_FOUND; CONFLICT if it was updated after `ifUnchangedSince`; ALREADY_EXISTS for a name that
 * exists in any case; INVALID_PARAM for an invalid color
 */
export async function updateChangelogLabel(
  tx: Transaction,
  organizationId: number,
  id: number,
  changes: LabelChanges,
) {
  const color = optionalColor('color', changes.color)
  await assertRowUnchanged(tx, 'changelogLabels', { organizationId, id }, changes.ifUnchangedSince)
  const label = await tx
    .updateTable('changelogLabels')
    .set({
      updatedAt: nextUpdatedAt(),
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
