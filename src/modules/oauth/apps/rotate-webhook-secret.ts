import { lockEncryptionKeys } from '../../../auth/lock-encryption-keys.ts'
import { sealedLocation } from '../../../auth/sealed-columns.ts'
import type { Transaction } from '../../../db/database.ts'
import { databaseNow, databaseNowPlus, nextUpdatedAt } from '../../../db/time.ts'
import { move, type Keyring } from '../../../lib/crypto/encryption.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { newWebhookSecret } from '../../webhooks/new-webhook-secret.ts'
import { oauthError } from '../errors.ts'
import { lockRegisteredOwnApp, type AppKey, type AppRow } from './find-app.ts'
import { sealWebhookSecret } from './seal-webhook-secret.ts'

/** Seconds for which the previous secret also signs, by the database's clock. */
const OVERLAP = 24 * 60 * 60

/**
 * Replaces the secret that signs the deliveries of an app's webhooks. The previous secret also signs for 24
 * hours (contract 5). A secret that is still valid from an earlier rotation stops signing. The new secret is
 * returned only here.
 * @throws AppError NOT_FOUND, or with `invalid_request` if the app has no webhook
 */
export async function rotateWebhookSecret(
  tx: Transaction,
  organizationId: number,
  { key, actorId, encryptionKey }: { key: AppKey; actorId: number; encryptionKey: Keyring },
): Promise<{ app: AppRow; webhookSecret: string }> {
  const keyring = await lockEncryptionKeys(tx, encryptionKey)
  const before = await lockRegisteredOwnApp(tx, organizationId, key)
  const { clientId } = before
  if (before.webhookSecretCiphertext === null) throw oauthError('invalid_request', 'The app has no webhook')
  const webhookSecret = newWebhookSecret()
  const location = sealedLocation('oauth_apps.webhook_secret_ciphertext', organizationId, before.id)
  const locationBefore = sealedLocation(
    'oauth_apps.previous_webhook_secret_ciphertext',
    organizationId,
    before.id,
  )
  const app = await tx
    .updateTable('oauthApps')
    .set({
      webhookSecretCiphertext: sealWebhookSecret(keyring, before, webhookSecret),
      previousWebhookSecretCiphertext: move(
        keyring,
        before.webhookSecretCiphertext,
        location,
        locationBefore,
      ),
      previousWebhookSecretUntil: databaseNowPlus(OVERLAP),
      updatedAt: nextUpdatedAt(databaseNow),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const act = 'app.webhook_secret_rotated'
  const subject = auditSubject('OAuthApp', before.id)
  await recordAuditEntry(tx, { organizationId, act, actorId, clientId, subject })
  return { app, webhookSecret }
}
