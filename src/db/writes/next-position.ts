import type { Transaction } from '../database.ts'

/** Returns the position after the last row of an organization. Concurrent callers may receive the same one. */
export async function nextPosition(
  tx: Transaction,
  table: 'buckets' | 'statuses',
  organizationId: number,
): Promise<number> {
  const last = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.max('position').as('position'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  return (last?.position ?? -1) + 1
}
