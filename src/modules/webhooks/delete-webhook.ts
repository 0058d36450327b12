import type { Transaction } from '../../db/database.ts'
import { cannotDelete, notFound } from '../../lib/errors.ts'
import { recordAuditEntry } from '../audit/record-audit-entry.ts'
import { lockInstall } from '../oauth/installs/lock-install.ts'
import { cancelDeliveries } from './deliveries/cancel-deliveries.ts'
import { lockWebhook } from './lock-webhook.ts'

/**
 * Removes a webhook, finally: what waits for it is canceled (contract chapter 6). People remove the organization's own
 * ones, a token (`installId`) that of its install, which has none then until the token makes one or somebody consents
 * anew.
 * @throws AppError NOT_FOUND; CANNOT_DELETE when a person means an install's, which goes with the install
 */
export async function deleteWebhook(
  tx: Transaction,
  organizationId: number,
  { id, actorId, installId }: { id: number; actorId: number; installId: number | null },
): Promise<void> {
  // The install before its webhook: the order in which its end takes them.
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
  await cancelDeliveries(tx, [{ organizationId, id }], 'The webhook has been removed')
  await recordAuditEntry(tx, { organizationId, act: 'webhook.deleted', actorId, details: { webhookId: id } })
}
