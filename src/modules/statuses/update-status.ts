import { assertRowUnchanged } from '../../db/writes/assert-unchanged.ts'
import type { Transaction } from '../../db/database.ts'
import { nextUpdatedAt } from '../../db/time.ts'
import { notFound } from '../../lib/errors.ts'
import { announceStatuses } from './announce-statuses.ts'
import { statusFields, type StatusChanges } from './status-fields.ts'

/**
 * Updates a status; its slug is unchanged. Returns its row.
 * @throws AppError NOT_FOUND; CONFLICT if it was updated after `ifUnchangedSince`; MISSING_PARAM for a blank name;
 * INVALID_PARAM for an invalid color or percentage
 */
export async function updateStatus(
  tx: Transaction,
  organizationId: number,
  {
    id,
    ifUnchangedSince,
    ...changes
  }: StatusChanges & { id: number; ifUnchangedSince?: Date | null | undefined },
) {
  const fields = statusFields(changes)
  await assertRowUnchanged(tx, 'statuses', { organizationId, id }, ifUnchangedSince)
  const row = await tx
    .updateTable('statuses')
    .set({ ...fields, updatedAt: nextUpdatedAt() })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('Status')
  announceStatuses(tx, organizationId)
  return row
}
