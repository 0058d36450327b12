import type { Transaction } from '../../db/database.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'

/**
 * Locks the workflow of an organization and returns the ids of its statuses in order. No status can be added,
 * deleted or moved until the transaction ends. Posts can still be submitted.
 */
export async function lockWorkflow(tx: Transaction, organizationId: number): Promise<number[]> {
  await lockOrganization(tx, organizationId)
  const rows = await tx
    .selectFrom('statuses')
    .select('id')
    .where('organizationId', '=', organizationId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
