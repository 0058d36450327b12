import { secureRandomBytes } from '../../lib/crypto/ids.ts'

const OCTETS = 32

/** Returns a new signing key in the form of Standard Webhooks: `whsec_` and the base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return `whsec_${secureRandomBytes(OCTETS).toString('base64')}`
}
