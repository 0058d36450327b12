import type { Transaction } from '../../db/database.ts'
import { lockedRow } from '../../db/sharding/locked-row.ts'

/**
 * Locks an organization until the transaction ends, so that concurrent creations of its objects wait for each other.
 * New rows can still refer to it.
 */
export async function lockOrganization(tx: Transaction, organizationId: number): Promise<void> {
  const query = tx.selectFrom('organizations').select('id').where('id', '=', organizationId)
  await lockedRow(tx, 'organizations', query)
}
