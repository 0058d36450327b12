import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/**
 * Locks a bucket (FOR UPDATE) and returns its row. Transactions that already put posts into it finish first;
 * later ones wait.
 * @throws AppError NOT_FOUND
 */
export async function lockBucket(tx: Transaction, organizationId: number, id: number) {
  const bucket = await tx
    .selectFrom('buckets')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!bucket) throw notFound('Bucket')
  return bucket
}
