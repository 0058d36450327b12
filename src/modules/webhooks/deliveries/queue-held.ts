import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { executeReplanned } from '../../../db/client/prepared-statements.ts'
import { databaseNow } from '../../../db/time.ts'
import { DELIVERY_BATCH } from './cancel-deliveries.ts'
import { scheduleQueues } from './schedule-queues.ts'

type QueueKey = { organizationId: number; webhookId: number }

/**
 * Makes the held deliveries of a webhook due immediately, in the order of their events. Must be called in the
 * transaction that enables the webhook. Queues at most `DELIVERY_BATCH` deliveries; `finishDeliveries` queues
 * the rest later, with the same due time.
 */
export async function queueHeld(tx: Transaction, queue: QueueKey): Promise<void> {
  const limit = DELIVERY_BATCH
  if ((await queueBatch(tx, queue, { heldUntil: null, limit })) < limit) return
  await sql`insert into unfinished_deliveries (organization_id, webhook_id, state, created_at)
    values (${queue.organizationId}, ${queue.webhookId}, 'pending', ${databaseNow})
    on conflict (organization_id, webhook_id) do update
      set state = excluded.state, reason = null, created_at = excluded.created_at`.execute(tx)
}

/** Keeps the deliveries held that `queueHeld` has not queued yet. */
export async function leaveHeld(tx: Transaction, { organizationId, webhookId }: QueueKey): Promise<void> {
  await sql`delete from unfinished_deliveries
    where organization_id = ${organizationId} and webhook_id = ${webhookId} and state = 'pending'`.execute(tx)
}

/**
 * Queues up to `limit` held deliveries of a webhook, earliest events first. `heldUntil` restricts them to
 * deliveries held by then, and is their due time. Returns the number found, which is less than `limit` if
 * none are left.
 */
export async function queueBatch(
  tx: Transaction,
  { organizationId, webhookId }: QueueKey,
  { heldUntil, limit }: { heldUntil: Date | null; limit: number },
): Promise<number> {
  const { rows } = await executeReplanned(
    tx,
    sql<{ dueAt: Date | null; count: number }>`
    with chosen as materialized (
      select event_position as pos, event_id as event, created_at as made from deliveries
      where organization_id = ${organizationId} and webhook_id = ${webhookId} and state = 'held'
        and updated_at <= ${heldUntil ?? 'infinity'}::timestamptz
      order by event_position, event_id limit ${sql.lit(limit)}),
    queued as (
      update deliveries set state = 'pending', due_at = ${heldUntil ? sql`${heldUntil}::timestamptz` : sql`now()`}, tries = 0,
        reason = null, updated_at = now()
      from chosen where organization_id = ${organizationId} and webhook_id = ${webhookId}
        and (event_position, event_id, created_at) = (pos, event, made) and state = 'held' returning due_at)
    select min(due_at) as "dueAt", (select count(*)::int from chosen) as count from queued`,
  )
  if (rows[0]?.dueAt) await scheduleQueues(tx, { organizationId, webhookIds: [webhookId] }, rows[0].dueAt)
  return rows[0]?.count ?? 0
}
