import { sealedLocation } from '../../auth/sealed-columns.ts'
import type { MailKind, MailState } from '../../db/generated/tables.ts'
import { decrypt, type Keyring } from '../../lib/crypto/encryption.ts'

type SealedMail = {
  organizationId: number
  id: number
  kind: MailKind
  state: MailState
  contentCiphertext: Buffer | null
}

/** Kinds whose message opens the account or the portal of its recipient. */
const SECRET_KINDS: readonly MailKind[] = ['sign_in_code', 'password_reset']

/**
 * Returns the message of a stored mail. Null for any other mail, and on a public server for a message with a code or a
 * link that signs in, because an admin must not read the codes of others.
 */
export function openMessage(
  { organizationId, id, kind, state, contentCiphertext }: SealedMail,
  { keyring, isPublic }: { keyring: Keyring; isPublic: boolean },
): { subject: string; text: string; html: string } | null {
  if (state !== 'stored' || contentCiphertext === null) return null
  if (isPublic && SECRET_KINDS.includes(kind)) return null
  const location = sealedLocation('mails.content_ciphertext', organizationId, id)
  return JSON.parse(decrypt(keyring, contentCiphertext, location)) as {
    subject: string
    text: string
    html: string
  }
}
