import type { Transaction } from '../../db/database.ts'

/** Whether what customers write on a board waits for the team (contract chapter 3). */
export async function isModerated(
  tx: Transaction,
  organizationId: number,
  bucketId: number,
): Promise<boolean> {
  const bucket = await tx
    .selectFrom('buckets')
    .select('requiresModeration')
    .where('organizationId', '=', organizationId)
    .where('id', '=', bucketId)
    .executeTakeFirstOrThrow()
  return bucket.requiresModeration
}
