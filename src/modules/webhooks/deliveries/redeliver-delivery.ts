import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { notFound } from '../../../lib/errors.ts'
import { DELIVERY_COLUMNS, QUEUED, type DeliveryRow } from './delivery-row.ts'
import { scheduleQueues } from './schedule-queues.ts'

/**
 * Makes a delivery once more, at once, with the same id and body, whatever came of it before; one that waits for its next
 * attempt has it now. Returns the row.
 * @throws AppError NOT_FOUND, also when its webhook has been removed
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
  // Held until the commit, so that its removal comes either before, or after and cancels this.
  const webhook = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', webhookId)
    .forKeyShare()
    .executeTakeFirst()
  if (!webhook) throw notFound('Webhook')
  await sql`update deliveries set ${QUEUED} where organization_id = ${organizationId} and id = ${id}`.execute(
    tx,
  )
  const row = await tx
    .selectFrom('deliveries')
    .select(DELIVERY_COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Delivery')
  await scheduleQueues(tx, [{ organizationId, webhookId }], row.dueAt)
  return row
}
