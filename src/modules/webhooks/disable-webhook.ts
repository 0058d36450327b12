import type { Transaction } from '../../db/database.ts'
import { nextUpdatedAt } from '../../db/time.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { lockWebhook } from './lock-webhook.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-snapshot.ts'

type Disabling = {
  id: number
  /** Reason, in words for people. */
  reason: string
  /** Admin who disables it. Null if the service does. */
  actorId: number | null
  actor: Actor
}

/**
 * Disables a webhook. Its deliveries are held from then on. Records the notice `webhook_disabled` in the same
 * transaction (contract 6). A disabled webhook is unchanged, including its reason, and no notice is recorded.
 * @throws AppError NOT_FOUND
 */
export async function disableWebhook(
  tx: Transaction,
  organizationId: number,
  { id, reason, actorId, actor }: Disabling,
): Promise<WebhookRow> {
  const before = await lockWebhook(tx, organizationId, id)
  if (before.disabledAt !== null) return before
  const at = now()
  const webhook = await tx
    .updateTable('webhooks')
    .set({ disabledAt: at, disabledReason: reason, updatedAt: nextUpdatedAt(at) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow()
  await recordEvents(tx, [
    { organizationId, actor, type: 'webhook_disabled', subjectId: id, snapshot: webhook },
  ])
  const subject = auditSubject('Webhook', id)
  const details = { name: webhook.name, reason }
  await recordAuditEntry(tx, { organizationId, act: 'webhook.disabled', actorId, subject, details })
  return webhook
}
