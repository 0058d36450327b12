import type { Transaction } from '../../db/database.ts'
import type { Status } from '../../db/rows.ts'

/**
 * Returns the status of new posts and locks it against deletion until the transaction ends. It is the first
 * by kind, starting with `submitted`, then by position.
 */
export async function defaultStatus(tx: Transaction, organizationId: number): Promise<Status> {
  const first = await firstStatus(tx, organizationId)
  // No row: the first status was deleted concurrently. The second read finds the next one, because the last
  // status cannot be deleted.
  const status = first ?? (await firstStatus(tx, organizationId))
  if (!status) throw new Error('The organization has no status')
  return status
}

function firstStatus(tx: Transaction, organizationId: number) {
  return tx
    .selectFrom('statuses')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .forKeyShare()
    .executeTakeFirst()
}
