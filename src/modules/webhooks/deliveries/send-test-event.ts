import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { Actor } from '../../../events/actor.ts'
import { takeNumber } from '../../../events/heads.ts'
import { recordNumbered } from '../../../events/record.ts'
import { DELIVERY_COLUMNS, type DeliveryRow } from './delivery-row.ts'
import { lockWebhook } from '../lock-webhook.ts'
import { scheduleQueues } from './schedule-queues.ts'

/**
 * Sends the event `webhook_test` to one webhook. It is queued immediately, regardless of the subscribed
 * events, and is signed and retried like any event. Returns the delivery.
 * @throws AppError NOT_FOUND
 */
export async function sendTestEvent(
  tx: Transaction,
  organizationId: number,
  webhookId: number,
  actor: Actor,
): Promise<DeliveryRow> {
  // Its delivery names its number, so it is numbered here. The head is locked first, as by those who number.
  const eventPosition = await takeNumber(tx, organizationId)
  const snapshot = await lockWebhook(tx, organizationId, webhookId, 'kept')
  const newEvent = { organizationId, actor, type: 'webhook_test', subjectId: webhookId, snapshot } as const
  const event = await recordNumbered(tx, newEvent, eventPosition)
  const delivery = await tx
    .insertInto('deliveries')
    .values({
      organizationId,
      webhookId,
      eventPosition,
      eventId: event.id,
      eventType: event.type,
      dueAt: sql<Date>`now()`,
      createdAt: event.createdAt,
    })
    .returning(DELIVERY_COLUMNS)
    .executeTakeFirstOrThrow()
  await scheduleQueues(tx, { organizationId, webhookIds: [webhookId] }, delivery.dueAt)
  return delivery
}
