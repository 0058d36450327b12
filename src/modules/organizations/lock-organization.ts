import type { Transaction } from '../../db/database.ts'

/**
 * Locks an organization until the transaction ends, so that concurrent creations of its objects wait for each other.
 * New rows can still refer to it.
 */
export async function lockOrganization(tx: Transaction, organizationId: number): Promise<void> {
  await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute()
}
