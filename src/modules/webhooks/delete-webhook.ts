import type { Transaction } from '../../db/database.ts'
import { cannotDelete, notFound } from '../../lib/errors.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { lockInstall } from '../oauth/installs/lock-install.ts'
import { cancelDeliveries } from './deliveries/cancel-deliveries.ts'
import { lockWebhook } from './lock-webhook.ts'

/**
 * Deletes a webhook and cancels its pending and held deliveries (contract 6). People delete webhooks of the
 * organization, a token (`installId`) that of its install. The latter is not recreated until the token
 * creates one or the app is consented to again.
 * @throws AppError NOT_FOUND; CANNOT_DELETE if a person deletes the webhook of an install, which is deleted
 * with the install
 */
export async function deleteWebhook(
  tx: Transaction,
  organizationId: number,
  { id, actorId, installId }: { id: number; actorId: number; installId: number | null },
): Promise<void> {
  // Locks the install before its webhook, in the same order as a revocation.
  if (installId !== null) await lockInstall(tx, organizationId, installId)
  const webhook = await lockWebhook(tx, organizationId, id)
  if (installId !== null && webhook.installId !== installId) throw notFound('Webhook')
  if (installId === null && webhook.installId !== null)
    throw cannotDelete(
      "This webhook belongs to an app's install: revoke or narrow the install, or disable it",
    )
  if (installId !== null)
    await tx
      .updateTable('oauthInstalls')
      .set({ ownWebhook: true })
      .where('organizationId', '=', organizationId)
      .where('id', '=', installId)
      .execute()
  await tx.deleteFrom('webhooks').where('organizationId', '=', organizationId).where('id', '=', id).execute()
  await cancelDeliveries(tx, { organizationId, ids: [id] }, 'The webhook has been removed')
  const subject = auditSubject('Webhook', id)
  const details = { name: webhook.name, ...(installId !== null && { installId }) }
  await recordAuditEntry(tx, { organizationId, act: 'webhook.deleted', actorId, subject, details })
}
