import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { asBulk } from '../../db/deadline.ts'
import type { DeliveryState } from '../../db/generated/tables.ts'
import { inTransaction } from '../../db/transaction.ts'
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

/** How many are queued in one transaction: while it runs, no later event of anybody is delivered. */
const BATCH = 5_000

/**
 * Makes deliveries once more, at once, in the order of their events; without `states` those that failed, were held or
 * canceled. Returns how many, which is all that a dry run does. Deliveries of webhooks that were removed are left out, and
 * so are those made meanwhile. Each batch is a transaction of its own: what is cut short has queued the earlier ones. Every
 * statement has the deadline of bulk work.
 * @throws AppError UNPROCESSABLE on `webhookId` for one that the organization does not have, INVALID_PARAM for a span that ends
 * before it begins
 */
export async function redeliverDeliveries(
  db: Db,
  organizationId: number,
  redelivery: Redelivery,
): Promise<number> {
  assertSpan(redelivery)
  return asBulk(() => queueAll(db, organizationId, redelivery))
}

async function queueAll(db: Db, organizationId: number, redelivery: Redelivery): Promise<number> {
  const last = await lastDelivery(db, organizationId)
  let total = 0
  for (let after = 0; ;) {
    const span = { after, last }
    const batch = await inTransaction(db, (tx) => queueBatch(tx, organizationId, redelivery, span))
    total += batch.count
    if (batch.reached === null) return total
    after = batch.reached
  }
}

type Span = { after: number; last: number }

/** Queues or counts those in a span of ids; `reached` is the last id of a batch that more may follow. */
async function queueBatch(
  tx: Transaction,
  organizationId: number,
  { webhookId, dryRun, ...filter }: Redelivery,
  { after, last }: Span,
): Promise<{ count: number; reached: number | null }> {
  const { states, types, createdFrom, createdBefore } = filter
  // Held until the commit, so that a removal comes either before, or after and cancels this. A count holds up no removal.
  const webhooks = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('organizationId', '=', organizationId)
    .$if(webhookId != null, (query) => query.where('id', '=', webhookId ?? 0))
    .orderBy('id')
    .$if(!dryRun, (query) => query.forKeyShare())
    .execute()
  if (webhookId != null && webhooks.length === 0) throw impossible('webhookId', 'does not exist')
  // Literals, by which the planner knows that the index of undelivered ones has all of them.
  const wantedStates = sql.join((states?.length ? states : UNDELIVERED).map((state) => sql.lit(state)))
  const wanted = types?.length ? types : null
  const chosen = sql`organization_id = ${organizationId} and webhook_id = any(${webhooks.map(({ id }) => id)}::int[])
    and state in (${wantedStates})
    and (${wanted}::text[] is null or event_type = any(${wanted}::text[]))
    and created_at >= ${createdFrom ?? '-infinity'}::timestamptz and created_at < ${createdBefore ?? 'infinity'}::timestamptz`
  if (dryRun) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from deliveries
      where ${chosen}`.execute(tx)
    return { count: rows[0]?.count ?? 0, reached: null }
  }
  const { rows } = await sql<{ webhookId: number; count: number; dueAt: Date; reached: number }>`
    with chosen as (
      select organization_id as org, webhook_id as hook, event_position as pos, event_id as event, created_at as made
      from deliveries where ${chosen} and id > ${after} and id <= ${last} order by id limit ${sql.lit(BATCH)}),
    queued as (
      update deliveries set ${QUEUED} from chosen
      where (organization_id, webhook_id, event_position, event_id, created_at) = (org, hook, pos, event, made)
      returning id, webhook_id, due_at)
    select webhook_id as "webhookId", count(*)::int as count, min(due_at) as "dueAt", max(id) as reached
    from queued group by webhook_id order by webhook_id`.execute(tx)
  const lanes = rows.map((row) => ({ organizationId, webhookId: row.webhookId }))
  if (rows[0]) await wakeLanes(tx, lanes, rows[0].dueAt)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  return { count, reached: count < BATCH ? null : Math.max(...rows.map(({ reached }) => reached)) }
}

async function lastDelivery(db: Db, organizationId: number): Promise<number> {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('organizationId', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}
