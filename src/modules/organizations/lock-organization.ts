import type { Transaction } from '../../db/database.ts'

/** Locks an organization until the transaction ends, so that concurrent creations do not exceed a quota. */
export async function lockOrganization(tx: Transaction, organizationId: number): Promise<void> {
  await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute()
}
