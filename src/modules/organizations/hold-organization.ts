import type { Transaction } from '../../db/database.ts'

/** Holds an organization until the transaction ends, so that two that are made at once do not both find the last place free. */
export async function lockOrganizationForShare(tx: Transaction, organizationId: number): Promise<void> {
  await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute()
}
