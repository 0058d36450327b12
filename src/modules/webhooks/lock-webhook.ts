import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-snapshot.ts'

/**
 * Locks a webhook until the transaction ends and returns its row. `changed` locks it against every other
 * change. `kept` locks it against deletion only, which queuing deliveries requires.
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
