import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import { asBulk } from '../../../db/deadline.ts'
import type { DeliveryState } from '../../../db/generated/tables.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { unprocessable } from '../../../lib/errors.ts'
import { assertDateRange } from '../../../lib/time/date-range.ts'
import { QUEUED } from './delivery-row.ts'
import type { DeliveryFilter } from './list-deliveries.ts'
import { scheduleQueues } from './schedule-queues.ts'

/** What is repeated when no states are named: whatever its receiver has not had. */
const UNDELIVERED: DeliveryState[] = ['failed', 'held', 'canceled']

export type Redelivery = DeliveryFilter & {
  /** Of this webhook only; null or undefined: of all that the organization still has. */
  webhookId?: number | null
  /** Only counts. */
  dryRun: boolean
}

/** How many are queued in one transaction at first; a power of two, as all sizes are, so that few statements are prepared. */
const FIRST_BATCH = 256
const LEAST_BATCH = 16
const MAX_BATCH = 4_096
/** How long a batch is to take, in milliseconds: while it runs, no later event of anybody is delivered. */
const BATCH_MS = 200

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
  assertDateRange(redelivery)
  return asBulk(() => queueAll(db, organizationId, redelivery))
}

async function queueAll(db: Db, organizationId: number, redelivery: Redelivery): Promise<number> {
  const last = await lastDelivery(db, organizationId)
  let total = 0
  let size = FIRST_BATCH
  for (let after = 0; ;) {
    const span = { after, last, size }
    const started = performance.now()
    try {
      const batch = await inTransaction(db, (tx) => queueBatch(tx, organizationId, redelivery, span))
      total += batch.count
      if (batch.reached === null) return total
      after = batch.reached
    } catch (error) {
      if (!(error instanceof BeingRemoved)) throw error
      await waitForRemovals(db, organizationId)
    }
    size = nextSize(size, performance.now() - started)
  }
}

/** The largest power of two that takes `BATCH_MS` at most at the pace of the last batch, at most twice its size. */
function nextSize(size: number, tookMs: number): number {
  const fitting = 2 ** Math.floor(Math.log2((size * BATCH_MS) / Math.max(tookMs, 1)))
  return Math.max(LEAST_BATCH, Math.min(fitting, size * 2, MAX_BATCH))
}

/** A webhook is removed, or was, while its deliveries were queued: the batch is rolled back and made again without it. */
class BeingRemoved extends Error {}

/** Waits until the removals of webhooks that run at this moment have ended, and holds nothing afterwards. */
async function waitForRemovals(db: Db, organizationId: number): Promise<void> {
  await sql`select from webhooks where organization_id = ${organizationId} order by id for key share`.execute(
    db,
  )
}

type Span = { after: number; last: number; size: number }

/**
 * Queues or counts up to `size` of those in a span of ids; `reached` is the last id of a batch that more may follow.
 * @throws BeingRemoved
 */
async function queueBatch(
  tx: Transaction,
  organizationId: number,
  { webhookId, dryRun, ...filter }: Redelivery,
  { after, last, size }: Span,
): Promise<{ count: number; reached: number | null }> {
  const { states, types, createdFrom, createdBefore } = filter
  const webhooks = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('organizationId', '=', organizationId)
    .$if(webhookId != null, (query) => query.where('id', '=', webhookId ?? 0))
    .orderBy('id')
    .execute()
  if (webhookId != null && webhooks.length === 0) throw unprocessable('webhookId', 'does not exist')
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
      from deliveries where ${chosen} and id > ${after} and id <= ${last} order by id limit ${sql.lit(size)}),
    queued as (
      update deliveries set ${QUEUED} from chosen
      where (organization_id, webhook_id, event_position, event_id, created_at) = (org, hook, pos, event, made)
      returning id, webhook_id, due_at)
    select webhook_id as "webhookId", count(*)::int as count, min(due_at) as "dueAt", max(id) as reached
    from queued group by webhook_id order by webhook_id`.execute(tx)
  const queues = rows.map((row) => ({ organizationId, webhookId: row.webhookId }))
  await holdWebhooks(tx, queues)
  if (rows[0]) await scheduleQueues(tx, queues, rows[0].dueAt)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  return { count, reached: count < size ? null : Math.max(...rows.map(({ reached }) => reached)) }
}

/**
 * Holds webhooks until the commit, so that a removal comes either before, or after and cancels what was queued. Never
 * waits for a removal, which may wait for the deliveries that this transaction has changed.
 * @throws BeingRemoved
 */
async function holdWebhooks(
  tx: Transaction,
  queues: { organizationId: number; webhookId: number }[],
): Promise<void> {
  if (queues.length === 0) return
  const { rows } = await sql`select from webhooks where (organization_id, id) in (select * from unnest(
      ${queues.map(({ organizationId }) => organizationId)}::int[], ${queues.map(({ webhookId }) => webhookId)}::int[]))
    order by organization_id, id for key share skip locked`.execute(tx)
  if (rows.length < queues.length) throw new BeingRemoved()
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
