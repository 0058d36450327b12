import type { Transaction } from '../../db/database.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { recordAuditEntry } from '../audit/record-audit-entry.ts'
import { lockWebhook } from './lock-webhook.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-snapshot.ts'

export type Disabling = {
  id: number
  /** As people read it. */
  reason: string
  /** The admin who does it; null when the service does. */
  actorId: number | null
}

/**
 * Holds a webhook's deliveries from now on, and tells of it by the notice `webhook_disabled` in the same transaction
 * (contract chapter 6). Of one that is disabled already nothing changes, the reason neither, and nothing is told.
 * @throws AppError NOT_FOUND
 */
export async function disableWebhook(
  tx: Transaction,
  organizationId: number,
  { id, reason, actorId }: Disabling,
): Promise<WebhookRow> {
  const before = await lockWebhook(tx, organizationId, id)
  if (before.disabledAt !== null) return before
  const at = now()
  const webhook = await tx
    .updateTable('webhooks')
    .set({ disabledAt: at, disabledReason: reason, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow()
  await recordEvents(tx, [{ organizationId, type: 'webhook_disabled', subjectId: id, snapshot: webhook }])
  const details = { webhookId: id, reason }
  await recordAuditEntry(tx, { organizationId, act: 'webhook.disabled', actorId, details })
  return webhook
}
