import { sealedLocation } from '../../auth/sealed-columns.ts'
import { encrypt, type Keyring } from '../../lib/crypto/encryption.ts'

/** Returns the columns of a webhook with its own headers, whose values are encrypted. */
export function sealHeaders(
  keyring: Keyring,
  webhook: { organizationId: number; id: number },
  headers: Record<string, string>,
) {
  const location = sealedLocation('webhooks.headers_ciphertext', webhook.organizationId, webhook.id)
  const headerNames = Object.keys(headers).sort()
  const headersCiphertext =
    headerNames.length === 0 ? null : encrypt(keyring, JSON.stringify(headers), location)
  return { headerNames, headersCiphertext }
}
