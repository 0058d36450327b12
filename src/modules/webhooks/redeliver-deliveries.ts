import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { DeliveryState } from '../../db/generated/tables.ts'
import { impossible } from '../../lib/errors.ts'
import { assertSpan } from '../../lib/span.ts'
import { QUEUED } from './delivery-row.ts'
import type { DeliveryFilter } from './list-deliveries.ts'
import { wakeLanes } from './wake-lanes.ts'

/** What is repeated when no states are named: whatever its receiver has not had. */
const UNDELIVERED: DeliveryState[] = ['failed', 'held', 'canceled']

export type Redelivery = DeliveryFilter & {
  /** Of this webhook only; null or undefined: of all that the organization still has. */
  webhookId?: number | null
  /** Only counts. */
  dryRun: boolean
}

/**
 * Makes deliveries once more, at once, in the order of their events; without `states` those that failed, were held or
 * canceled. Returns how many, which is all that a dry run does. Deliveries of webhooks that were removed are left out.
 * @throws AppError UNPROCESSABLE on `webhookId` for one that the organization does not have, INVALID_PARAM for a span that ends
 * before it begins
 */
export async function redeliverDeliveries(
  tx: Transaction,
  organizationId: number,
  { webhookId, dryRun, ...filter }: Redelivery,
): Promise<number> {
  const { states, types, createdFrom, createdBefore } = filter
  assertSpan(filter)
  // Held until the commit, so that a removal comes either before, or after and cancels this.
  const webhooks = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('organizationId', '=', organizationId)
    .$if(webhookId != null, (query) => query.where('id', '=', webhookId ?? 0))
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (webhookId != null && webhooks.length === 0) throw impossible('webhookId', 'does not exist')
  const wanted = types?.length ? types : null
  const chosen = sql`organization_id = ${organizationId} and webhook_id = any(${webhooks.map(({ id }) => id)}::int[])
    and state = any(${states?.length ? states : UNDELIVERED}::delivery_state[])
    and (${wanted}::text[] is null or event_type = any(${wanted}::text[]))
    and created_at >= ${createdFrom ?? '-infinity'}::timestamptz and created_at < ${createdBefore ?? 'infinity'}::timestamptz`
  if (dryRun) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from deliveries
      where ${chosen}`.execute(tx)
    return rows[0]?.count ?? 0
  }
  const { rows } = await sql<{ webhookId: number; count: number; dueAt: Date }>`
    with queued as (update deliveries set ${QUEUED} where ${chosen} returning webhook_id, due_at)
    select webhook_id as "webhookId", count(*)::int as count, min(due_at) as "dueAt" from queued group by webhook_id order by webhook_id`.execute(
    tx,
  )
  const lanes = rows.map((row) => ({ organizationId, webhookId: row.webhookId }))
  if (rows[0]) await wakeLanes(tx, lanes, rows[0].dueAt)
  return rows.reduce((sum, { count }) => sum + count, 0)
}
