import { sealedLocation } from '../../../auth/sealed-columns.ts'
import { encrypt, type Keyring } from '../../../lib/crypto/encryption.ts'

/** Encrypts the webhook secret of an app for the column `webhook_secret_ciphertext` of its row. */
export function sealWebhookSecret(
  keyring: Keyring,
  { organizationId, id }: { organizationId: number; id: number },
  webhookSecret: string,
): ReturnType<typeof encrypt> {
  return encrypt(
    keyring,
    webhookSecret,
    sealedLocation('oauth_apps.webhook_secret_ciphertext', organizationId, id),
  )
}
