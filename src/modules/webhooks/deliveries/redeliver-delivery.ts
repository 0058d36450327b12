import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { notFound } from '../../../lib/errors.ts'
import { DELIVERY_COLUMNS, QUEUED, type DeliveryRow } from './delivery-row.ts'
import { scheduleQueues } from './schedule-queues.ts'

/**
 * Repeats a delivery immediately, with the same id and body, in whichever state it is. Returns the row.
 * @throws AppError NOT_FOUND, also if its webhook was deleted
 */
export async function redeliverDelivery(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<DeliveryRow> {
  const found = await tx
    .selectFrom('deliveries')
    .select('webhookId')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('Delivery')
  const { webhookId } = found
  // Locks the webhook until the commit. A deletion precedes this transaction, or follows and cancels the delivery.
  const webhook = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', webhookId)
    .forKeyShare()
    .executeTakeFirst()
  if (!webhook) throw notFound('Webhook')
  await sql`update deliveries set ${QUEUED}
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
  const row = await tx
    .selectFrom('deliveries')
    .select(DELIVERY_COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Delivery')
  await scheduleQueues(tx, { organizationId, webhookIds: [webhookId] }, row.dueAt)
  return row
}
