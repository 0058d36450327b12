import type { Db } from '../db/database.ts'
import { databaseNow } from '../db/time.ts'
import { inTransaction } from '../db/transaction.ts'
import { SYSTEM } from '../events/actor.ts'
import { AppError } from '../lib/errors.ts'
import { disableWebhook } from '../modules/webhooks/disable-webhook.ts'
import type { AttemptResult } from './attempt.ts'
import type { WebhookQueue } from './queues.ts'
import { hasFailedTooLong } from './schedule.ts'

/**
 * Records since when a webhook has only failed. Disables it after five days, or at once after status 410
 * (contract 6). The database's clock counts the days. Returns whether the webhook was changed.
 */
export async function recordHealth(
  db: Db,
  queue: WebhookQueue,
  { outcome, webhook, gone }: AttemptResult,
): Promise<boolean> {
  if (!webhook || webhook.isDisabled) return false
  const isDelivered = outcome.kind === 'delivered'
  const tooLong = !isDelivered && hasFailedTooLong(webhook.failingSince, webhook.readAt)
  if (gone || tooLong) {
    const reason = gone ? 'The receiver answered 410: it is gone' : 'Every delivery has failed for five days'
    await disable(db, queue, reason)
    return true
  }
  if (isDelivered === (webhook.failingSince === null)) return false
  await db
    .updateTable('webhooks')
    .set({ failingSince: isDelivered ? null : databaseNow })
    .where('organizationId', '=', queue.organizationId)
    .where('id', '=', queue.webhookId)
    .where('failingSince', isDelivered ? 'is not' : 'is', null)
    .execute()
  return true
}

async function disable(
  db: Db,
  { organizationId, webhookId: id }: WebhookQueue,
  reason: string,
): Promise<void> {
  try {
    await inTransaction(db, (tx) =>
      disableWebhook(tx, organizationId, { id, reason, actorId: null, actor: SYSTEM }),
    )
  } catch (error) {
    // The webhook has been deleted.
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
  }
}
