import type { Transaction } from '../../db/database.ts'
import { cannotDelete } from '../../lib/errors.ts'
import { recordAct } from '../audit/record-act.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'
import { lockWebhook } from './lock-webhook.ts'

/**
 * Removes a webhook of the organization's own, finally: what waits for it is canceled (contract chapter 6).
 * @throws AppError NOT_FOUND, CANNOT_DELETE for an install's, which goes with the install
 */
export async function deleteWebhook(
  tx: Transaction,
  organizationId: number,
  { id, actorId }: { id: number; actorId: number },
): Promise<void> {
  const { installId } = await lockWebhook(tx, organizationId, id)
  if (installId !== null)
    throw cannotDelete("This webhook belongs to an app's install: revoke the install, or leave it no events")
  await tx.deleteFrom('webhooks').where('organizationId', '=', organizationId).where('id', '=', id).execute()
  await cancelDeliveries(tx, [{ organizationId, id }], 'The webhook has been removed')
  await recordAct(tx, { organizationId, act: 'webhook.deleted', actorId, details: { webhookId: id } })
}
