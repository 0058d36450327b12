import type { Transaction } from '../../db/database.ts'
import { unprocessable } from '../../lib/errors.ts'

/**
 * Returns a status and locks it against deletion until the transaction ends.
 * @throws AppError UNPROCESSABLE if the organization has no status with this id
 */
export async function findStatus(tx: Transaction, organizationId: number, statusId: number) {
  const status = await tx
    .selectFrom('statuses')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', statusId)
    .forKeyShare()
    .executeTakeFirst()
  if (!status) throw unprocessable('statusId', 'does not exist')
  return status
}
