import { sql, type RawBuilder } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import { asBulk } from '../../../db/deadline.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { unprocessable } from '../../../lib/errors.ts'
import { assertDateRange } from '../../../lib/errors/date-range.ts'
import { QUEUED } from './delivery-row.ts'
import type { DeliveryFilter } from './list-deliveries.ts'
import { redeliveredDeliveries } from './redelivered-deliveries.ts'
import { scheduleQueues } from './schedule-queues.ts'

type Redelivery = DeliveryFilter & {
  /** Restricts the redelivery to this webhook. By default all existing webhooks of the organization. */
  webhookId?: number | null
  /** Whether to count the deliveries without queueing them. */
  dryRun: boolean
}

/**
 * Initial number of deliveries per transaction. All sizes are powers of two, so that few statements are
 * prepared.
 */
const FIRST_BATCH = 256
const LEAST_BATCH = 16
const MAX_BATCH = 4_096
/**
 * Target duration of a batch, in milliseconds. While a batch runs, no later event of any organization is
 * delivered.
 */
const BATCH_MS = 200

/**
 * Queues deliveries again, due immediately, in the order of their events. Without `states`, these are failed,
 * held and canceled deliveries. Returns their number. A dry run only counts them. Deliveries of deleted
 * webhooks and deliveries created concurrently are excluded. Each batch is one transaction, so an interrupted
 * call has queued the earlier batches. Every statement has the deadline of bulk work.
 * @throws AppError UNPROCESSABLE on `webhookId` for an unknown webhook, INVALID_PARAM for a time range that
 * ends before it starts
 */
export async function redeliverDeliveries(
  db: Db,
  organizationId: number,
  redelivery: Redelivery,
): Promise<number> {
  assertDateRange(redelivery, 'filter.from')
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
      const batch = await inTransaction(db, (tx) => runBatch(tx, organizationId, redelivery, span))
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

/**
 * Returns the largest power of two that fits `BATCH_MS` at the rate of the last batch, at most the double of
 * its size.
 */
function nextSize(size: number, tookMs: number): number {
  const fitting = 2 ** Math.floor(Math.log2((size * BATCH_MS) / Math.max(tookMs, 1)))
  return Math.max(LEAST_BATCH, Math.min(fitting, size * 2, MAX_BATCH))
}

/**
 * A webhook was removed while its deliveries were queued. The batch is rolled back and repeated without it.
 */
class BeingRemoved extends Error {}

/** Waits until the running removals of webhooks have ended. Holds no lock afterwards. */
async function waitForRemovals(db: Db, organizationId: number): Promise<void> {
  await sql`select 1 from webhooks where organization_id = ${organizationId} order by id for key share`.execute(
    db,
  )
}

/** Up to `size` deliveries with an id after `after`, up to `last`. */
type Span = { after: number; last: number; size: number }

/** Number of deliveries, and the last id of a full batch, otherwise null. */
type Batch = { count: number; reached: number | null }

/**
 * Queues a batch of the selected deliveries, or counts all of them.
 * @throws BeingRemoved, AppError UNPROCESSABLE
 */
async function runBatch(
  tx: Transaction,
  organizationId: number,
  { webhookId = null, dryRun, ...filter }: Redelivery,
  span: Span,
): Promise<Batch> {
  const webhookIds = await readWebhookIds(tx, organizationId, webhookId)
  const condition = redeliveredDeliveries(organizationId, webhookIds, filter)
  return dryRun ? countSelected(tx, condition) : queueBatch(tx, organizationId, condition, span)
}

async function readWebhookIds(
  tx: Transaction,
  organizationId: number,
  webhookId: number | null,
): Promise<number[]> {
  const webhooks = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('organizationId', '=', organizationId)
    .$if(webhookId !== null, (query) => query.where('id', '=', webhookId))
    .orderBy('id')
    .execute()
  if (webhookId !== null && webhooks.length === 0) throw unprocessable('webhookId', 'does not exist')
  return webhooks.map(({ id }) => id)
}

async function countSelected(tx: Transaction, condition: RawBuilder<unknown>): Promise<Batch> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from deliveries
      where ${condition}`.execute(tx)
  return { count: rows[0]?.count ?? 0, reached: null }
}

/** @throws BeingRemoved */
async function queueBatch(
  tx: Transaction,
  organizationId: number,
  condition: RawBuilder<unknown>,
  { after, last, size }: Span,
): Promise<Batch> {
  const { rows } = await sql<{ webhookId: number; count: number; dueAt: Date; reached: number }>`
    with chosen as (
      select webhook_id as hook, event_position as pos, event_id as event, created_at as made
      from deliveries where ${condition} and id > ${after} and id <= ${last} order by id limit ${sql.lit(size)}),
    queued as (
      update deliveries set ${QUEUED} from chosen
      where organization_id = ${organizationId}
        and (webhook_id, event_position, event_id, created_at) = (hook, pos, event, made)
      returning id, webhook_id, due_at)
    select webhook_id as "webhookId", count(*)::int as count, min(due_at) as "dueAt", max(id) as reached
    from queued group by webhook_id order by webhook_id`.execute(tx)
  const webhookIds = rows.map(({ webhookId }) => webhookId)
  await holdWebhooks(tx, organizationId, webhookIds)
  if (rows[0]) await scheduleQueues(tx, { organizationId, webhookIds }, rows[0].dueAt)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  return { count, reached: count < size ? null : Math.max(...rows.map(({ reached }) => reached)) }
}

/**
 * Locks webhooks until the commit, so that a removal either precedes it or cancels the queued deliveries.
 * Never waits for a removal, which may wait for the deliveries that this transaction has changed.
 * @throws BeingRemoved
 */
async function holdWebhooks(tx: Transaction, organizationId: number, webhookIds: number[]): Promise<void> {
  if (webhookIds.length === 0) return
  const { rows } = await sql`select 1 from webhooks where organization_id = ${organizationId}
      and id = any(${webhookIds}::int[])
    order by id for key share skip locked`.execute(tx)
  if (rows.length < webhookIds.length) throw new BeingRemoved()
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
