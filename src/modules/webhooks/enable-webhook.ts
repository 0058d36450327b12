import type { Transaction } from '../../db/database.ts'
import { nextUpdatedAt } from '../../db/time.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { lockWebhook } from './lock-webhook.ts'
import { leaveHeld, queueHeld } from './deliveries/queue-held.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-snapshot.ts'

/**
 * Enables a disabled webhook. Held deliveries are due immediately, in the order of their events. With
 * `deliverHeld` false, they stay held until they are redelivered. An enabled webhook is unchanged.
 * @throws AppError NOT_FOUND
 */
export async function enableWebhook(
  tx: Transaction,
  organizationId: number,
  { id, deliverHeld, actorId }: { id: number; deliverHeld: boolean; actorId: number },
): Promise<WebhookRow> {
  const before = await lockWebhook(tx, organizationId, id)
  if (before.disabledAt === null) return before
  const webhook = await tx
    .updateTable('webhooks')
    .set({ disabledAt: null, disabledReason: null, failingSince: null, updatedAt: nextUpdatedAt() })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow()
  const queue = { organizationId, webhookId: id }
  await (deliverHeld ? queueHeld(tx, queue) : leaveHeld(tx, queue))
  const subject = auditSubject('Webhook', id)
  const details = { name: webhook.name, deliverHeld }
  await recordAuditEntry(tx, { organizationId, act: 'webhook.enabled', actorId, subject, details })
  return webhook
}
