import type { Transaction } from '../../db/database.ts'

/**
 * The ids of an organization's statuses in their order, to which nothing is added and from which nothing is
 * taken until the transaction ends. Posts can be submitted meanwhile.
 */
export async function lockWorkflow(tx: Transaction, organizationId: number): Promise<number[]> {
  await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute()
  const rows = await tx
    .selectFrom('statuses')
    .select('id')
    .where('organizationId', '=', organizationId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
