import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'
import { announceStatuses } from './announce-statuses.ts'
import { statusFields, type StatusChanges } from './status-fields.ts'

/**
 * Updates a status; its slug is unchanged. Returns its row.
 * @throws AppError NOT_FOUND, MISSING_PARAM for a blank name, INVALID_PARAM for an invalid color or
 * percentage
 */
export async function updateStatus(
  tx: Transaction,
  organizationId: number,
  { id, ...changes }: StatusChanges & { id: number },
) {
  const fields = statusFields(changes)
  const row = await tx
    .updateTable('statuses')
    .set((eb) => ({ id: eb.ref('id'), ...fields }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('Status')
  announceStatuses(tx, organizationId)
  return row
}
