import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { encrypt } from '../../lib/secret.ts'
import { recordAct } from '../audit/record-act.ts'
import { lockWebhook } from './lock-webhook.ts'
import { newWebhookSecret } from './new-webhook-secret.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-snapshot.ts'

const OVERLAP_MS = 24 * 60 * 60 * 1000

/**
 * Replaces the secret of a webhook of the organization's own. The one before signs too for 24 hours (contract chapter
 * 5); one that was still doing so from an earlier rotation stops. The new one is in this answer and nowhere else.
 * @throws AppError NOT_FOUND, UNPROCESSABLE for an install's webhook, whose secret is its app's business
 */
export async function rotateSigningSecret(
  tx: Transaction,
  organizationId: number,
  { id, actorId, encryptionKey }: { id: number; actorId: number; encryptionKey: Buffer },
): Promise<{ webhook: WebhookRow; secret: string }> {
  const { installId } = await lockWebhook(tx, organizationId, id)
  if (installId !== null)
    throw new AppError(
      'UNPROCESSABLE',
      "This webhook belongs to an app's install: the app's owner replaces its secret",
    )
  const secret = newWebhookSecret()
  const at = now()
  const webhook = await tx
    .updateTable('webhooks')
    .set(({ ref }) => ({
      previousSecretCiphertext: ref('secretCiphertext'),
      previousSecretUntil: new Date(at.getTime() + OVERLAP_MS),
      secretCiphertext: encrypt(encryptionKey, secret),
      updatedAt: at,
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow()
  const details = { webhookId: id }
  await recordAct(tx, { organizationId, act: 'webhook.secret_rotated', actorId, details })
  return { webhook, secret }
}
