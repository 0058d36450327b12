import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'
import { lockInstall } from '../oauth/installs/lock-install.ts'
import { lockWebhook } from './lock-webhook.ts'

/**
 * Locks a webhook until the transaction ends, and before it the install to which it may belong, in the same
 * order as a revocation. Returns its row.
 * @throws AppError NOT_FOUND
 */
export async function lockWebhookOfInstall(tx: Transaction, organizationId: number, id: number) {
  const webhook = await tx
    .selectFrom('webhooks')
    .select('installId')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!webhook) throw notFound('Webhook')
  if (webhook.installId !== null) await lockInstall(tx, organizationId, webhook.installId)
  return lockWebhook(tx, organizationId, id)
}
