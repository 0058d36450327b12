import { lockEncryptionKeys } from '../../auth/lock-encryption-keys.ts'
import { sealedLocation } from '../../auth/sealed-columns.ts'
import type { Transaction } from '../../db/database.ts'
import { databaseNow, databaseNowPlus, nextUpdatedAt } from '../../db/time.ts'
import { AppError } from '../../lib/errors.ts'
import { encrypt, move, type Keyring } from '../../lib/crypto/encryption.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { lockWebhook } from './lock-webhook.ts'
import { newWebhookSecret } from './new-webhook-secret.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-snapshot.ts'

/** Seconds for which the previous secret also signs, by the database's clock. */
const OVERLAP = 24 * 60 * 60

/**
 * Replaces the signing secret of a webhook of the organization. The previous secret also signs for 24 hours
 * (contract 5). A secret that is still valid from an earlier rotation stops signing. The new secret is
 * returned only here.
 * @throws AppError NOT_FOUND, UNPROCESSABLE for an install's webhook, whose secret belongs to its app
 */
export async function rotateSigningSecret(
  tx: Transaction,
  organizationId: number,
  { id, actorId, encryptionKey }: { id: number; actorId: number; encryptionKey: Keyring },
): Promise<{ webhook: WebhookRow; secret: string }> {
  const keyring = await lockEncryptionKeys(tx, encryptionKey)
  const { installId } = await lockWebhook(tx, organizationId, id)
  if (installId !== null)
    throw new AppError(
      'UNPROCESSABLE',
      "This webhook belongs to an app's install: the app's owner replaces its secret",
    )
  const { secretCiphertext: before } = await tx
    .selectFrom('webhooks')
    .select('secretCiphertext')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const location = sealedLocation('webhooks.secret_ciphertext', organizationId, id)
  const locationBefore = sealedLocation('webhooks.previous_secret_ciphertext', organizationId, id)
  const secret = newWebhookSecret()
  const webhook = await tx
    .updateTable('webhooks')
    .set({
      previousSecretCiphertext: before && move(keyring, before, location, locationBefore),
      previousSecretUntil: databaseNowPlus(OVERLAP),
      secretCiphertext: encrypt(keyring, secret, location),
      updatedAt: nextUpdatedAt(databaseNow),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow()
  const subject = auditSubject('Webhook', id)
  const details = { name: webhook.name }
  await recordAuditEntry(tx, { organizationId, act: 'webhook.secret_rotated', actorId, subject, details })
  return { webhook, secret }
}
