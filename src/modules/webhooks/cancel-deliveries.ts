import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'

/**
 * Cancels what webhooks that were just removed have pending or held, for a reason as people read it. To be called in
 * the transaction that removed them, after their rows were deleted: whoever queues deliveries holds the rows of their
 * webhooks meanwhile, so the deletion has waited for them and these statements see all that they queued; the other way
 * round, something queued in between would be left.
 */
export async function cancelDeliveries(
  tx: Transaction,
  webhooks: { organizationId: number; id: number }[],
  reason: string,
): Promise<void> {
  if (webhooks.length === 0) return
  const removed = sql`select * from unnest(${webhooks.map(({ organizationId }) => organizationId)}::int[],
    ${webhooks.map(({ id }) => id)}::int[])`
  // Each state has an index of its own.
  for (const state of ['pending', 'held'])
    await sql`update deliveries set state = 'canceled', reason = ${reason}, updated_at = now()
      where (organization_id, webhook_id) in (${removed}) and state = ${sql.lit(state)}`.execute(tx)
}
