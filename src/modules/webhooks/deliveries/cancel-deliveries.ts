import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { executeReplanned } from '../../../db/client/prepared-statements.ts'
import { databaseNow } from '../../../db/time.ts'

/** Webhooks of an organization. */
type Webhooks = { organizationId: number; ids: number[] }

/** Maximum number of deliveries changed in one transaction, chosen to meet the deadline of a request. */
export const DELIVERY_BATCH = 5_000

/**
 * Cancels the pending and held deliveries of deleted webhooks, for a reason that people read. Must be called
 * in the transaction that deleted the webhooks, after their rows. Transactions that queue deliveries lock the
 * rows of their webhooks. The deletion has therefore waited for them, and these statements see everything
 * that they queued. Cancels at most `DELIVERY_BATCH` deliveries; `finishDeliveries` cancels the rest later.
 * The rest is not sent, because the queue of a webhook is deleted with it.
 */
export async function cancelDeliveries(tx: Transaction, webhooks: Webhooks, reason: string): Promise<void> {
  const { organizationId, ids } = webhooks
  if (ids.length === 0) return
  const limit = DELIVERY_BATCH
  if ((await cancelBatch(tx, webhooks, { reason, limit })) < limit) return
  await sql`insert into unfinished_deliveries (organization_id, webhook_id, state, reason, created_at)
    select ${organizationId}::int, id, 'canceled', ${reason}, ${databaseNow} from unnest(${ids}::int[]) as removed (id)
    order by id
    on conflict (organization_id, webhook_id) do update
      set state = excluded.state, reason = excluded.reason, created_at = excluded.created_at`.execute(tx)
}

/**
 * Cancels up to `limit` pending or held deliveries. Returns the number found, which is less than `limit` if
 * none are left.
 */
export async function cancelBatch(
  tx: Transaction,
  { organizationId, ids }: Webhooks,
  { reason, limit }: { reason: string | null; limit: number },
): Promise<number> {
  let found = 0
  // Each state has its own index. The state is compared again, because a worker may have changed it.
  for (const state of ['pending', 'held'])
    if (found < limit) {
      const { rows } = await executeReplanned(
        tx,
        sql<{ count: number }>`
        with chosen as materialized (
          select d.webhook_id as hook, d.event_position as pos, d.event_id as event, d.created_at as made
          from unnest(${ids}::int[]) as removed (id) cross join lateral (
            select * from deliveries where organization_id = ${organizationId}
              and webhook_id = removed.id and state = ${sql.lit(state)} limit ${sql.lit(limit - found)}) d
          limit ${sql.lit(limit - found)}),
        canceled as (
          update deliveries set state = 'canceled', reason = ${reason}, updated_at = now() from chosen
          where organization_id = ${organizationId}
            and (webhook_id, event_position, event_id, created_at) = (hook, pos, event, made) and state = ${sql.lit(state)})
        select count(*)::int as count from chosen`,
      )
      found += rows[0]?.count ?? 0
    }
  return found
}
