import type { Transaction } from '../../../db/database.ts'
import { unprocessable } from '../../../lib/errors.ts'
import { syncInstallWebhook } from './sync-install-webhook.ts'
import type { WebhookRow } from '../webhook-snapshot.ts'

/**
 * Throws if the events of an install's webhook are not open to the install, by the rules of
 * `syncInstallWebhook`. Must be called in the transaction that stored them.
 * @throws AppError UNPROCESSABLE on `events`
 */
export async function assertEventsOpen(
  tx: Transaction,
  { organizationId, id, installId, events }: WebhookRow,
): Promise<void> {
  if (installId === null) return
  await syncInstallWebhook(tx, { organizationId, installId })
  const kept = await tx
    .selectFrom('webhooks')
    .select('events')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (kept?.events.length !== events.length)
    throw unprocessable('events', 'contains an event that the install does not grant')
}
