import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { Actor } from '../../../events/actor.ts'
import { recordEvents } from '../../../events/record.ts'
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
  const snapshot = await lockWebhook(tx, organizationId, webhookId, 'kept')
  const [event] = await recordEvents(tx, [
    { organizationId, actor, type: 'webhook_test', subjectId: webhookId, snapshot },
  ])
  if (!event) throw new Error('The event was not recorded')
  const delivery = await tx
    .insertInto('deliveries')
    .values({
      organizationId,
      webhookId,
      eventPosition: event.position,
      eventId: event.id,
      eventType: event.type,
      dueAt: sql<Date>`now()`,
      createdAt: event.createdAt,
    })
    .returning(DELIVERY_COLUMNS)
    .executeTakeFirstOrThrow()
  await scheduleQueues(tx, [{ organizationId, webhookId }], delivery.dueAt)
  return delivery
}
