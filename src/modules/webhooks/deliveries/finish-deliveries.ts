import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import { asBulk } from '../../../db/deadline.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { cancelBatch, DELIVERY_BATCH } from './cancel-deliveries.ts'
import { queueBatch } from './queue-held.ts'

type Unfinished = {
  organizationId: number
  webhookId: number
  state: 'canceled' | 'pending'
  reason: string | null
  createdAt: Date
}

/** Number of webhooks of which the first one that no other process has locked is continued. */
const CANDIDATES = 20

/**
 * Changes the next batch of deliveries that did not fit the transaction of a request. Deliveries of a deleted
 * webhook are canceled, and held deliveries of an enabled one are queued. Uses one transaction with the
 * deadline of bulk work. Any number of processes may call it concurrently. Returns whether it found something
 * to do.
 */
export async function finishDeliveries(db: Db): Promise<boolean> {
  if (!(await hasUnfinished(db))) return false
  return asBulk(() => inTransaction(db, finishNext))
}

/** Chooses at random, so that one webhook with many deliveries does not delay the others. */
async function finishNext(tx: Transaction): Promise<boolean> {
  const next = await lockNext(tx)
  if (!next) return false
  const { organizationId, webhookId } = next
  const found = await changeBatch(tx, next)
  if (found === null) return false
  if (found < DELIVERY_BATCH)
    await sql`delete from unfinished_deliveries
      where organization_id = ${organizationId} and webhook_id = ${webhookId}`.execute(tx)
  return true
}

/** Locks one of a few webhooks that no other process has locked. */
async function lockNext(tx: Transaction): Promise<Unfinished | null> {
  const { rows: some } = await sql<Pick<Unfinished, 'organizationId' | 'webhookId'>>`
    select organization_id as "organizationId", webhook_id as "webhookId"
    from unfinished_deliveries order by random() limit ${sql.lit(CANDIDATES)}`.execute(tx)
  for (const { organizationId, webhookId } of some) {
    const { rows } = await sql<Unfinished>`
      select organization_id as "organizationId", webhook_id as "webhookId", state, reason, created_at as "createdAt"
      from unfinished_deliveries where organization_id = ${organizationId} and webhook_id = ${webhookId}
      for update skip locked`.execute(tx)
    if (rows[0]) return rows[0]
  }
  return null
}

/**
 * Returns the number of deliveries found. 0 if those of a disabled webhook stay held, null while the webhook
 * is locked.
 */
async function changeBatch(tx: Transaction, unfinished: Unfinished): Promise<number | null> {
  const { organizationId, webhookId, state, reason, createdAt } = unfinished
  const limit = DELIVERY_BATCH
  if (state === 'canceled') return cancelBatch(tx, { organizationId, ids: [webhookId] }, { reason, limit })
  const webhook = sql`select disabled_at is null as enabled from webhooks
    where organization_id = ${organizationId} and id = ${webhookId}`
  // Prevents deletion and disabling of the webhook. Never waits, because a transaction that enables the
  // webhook locks it before its unfinished deliveries.
  const locked = await sql<{ enabled: boolean }>`${webhook} for share skip locked`.execute(tx)
  if (!locked.rows[0]) return (await webhook.execute(tx)).rows.length > 0 ? null : 0
  if (!locked.rows[0].enabled) return 0
  return queueBatch(tx, { organizationId, webhookId }, { heldUntil: createdAt, limit })
}

/** Checks before a transaction starts, so that an idle service writes nothing. */
async function hasUnfinished(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from unfinished_deliveries limit 1`.execute(db)
  return rows.length > 0
}
