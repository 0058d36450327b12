import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-snapshot.ts'

/**
 * A webhook, held until the transaction ends: with `onCallerChange` against every other change of it, with `kept` against its
 * removal only, which is what queuing deliveries for it needs.
 * @throws AppError NOT_FOUND
 */
export async function lockWebhook(
  tx: Transaction,
  organizationId: number,
  id: number,
  purpose: 'changed' | 'kept' = 'changed',
): Promise<WebhookRow> {
  const query = tx
    .selectFrom('webhooks')
    .select(WEBHOOK_COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
  const row = await (purpose === 'kept' ? query.forKeyShare() : query.forNoKeyUpdate()).executeTakeFirst()
  if (!row) throw notFound('Webhook')
  return row
}
