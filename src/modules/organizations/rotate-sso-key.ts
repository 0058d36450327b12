import { lockEncryptionKeys } from '../../auth/lock-encryption-keys.ts'
import { sealedLocation } from '../../auth/sealed-columns.ts'
import type { Transaction } from '../../db/database.ts'
import { countRevision } from '../../db/history/revisions.ts'
import { nextUpdatedAt } from '../../db/time.ts'
import { now } from '../../lib/time/clock.ts'
import { encrypt, type Keyring } from '../../lib/crypto/encryption.ts'
import { newSecret } from '../../lib/crypto/secret.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { SSO_KEY_PREFIX } from './create-organization.ts'

/**
 * Replaces the key that signs an organization's SSO tokens. Tokens signed with the old key are rejected from
 * then on. `actorId` is the admin who replaces it. Returns the organization's row and the new key, which is
 * returned only here.
 */
export async function rotateSsoKey(
  tx: Transaction,
  encryption: Keyring,
  organizationId: number,
  actorId: number,
) {
  const ssoKey = newSecret(SSO_KEY_PREFIX)
  const location = sealedLocation('organizations.sso_key_ciphertext', organizationId, organizationId)
  const keyring = await lockEncryptionKeys(tx, encryption)
  const at = now()
  const organization = await tx
    .updateTable('organizations')
    .set({
      ssoKeyCiphertext: encrypt(keyring, ssoKey, location),
      ssoKeyRotatedAt: at,
      updatedAt: nextUpdatedAt(at),
    })
    .where('id', '=', organizationId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await countRevision(tx, organizationId)
  const subject = auditSubject('Organization', organizationId)
  await recordAuditEntry(tx, { organizationId, act: 'sso_key.rotated', actorId, subject })
  return { ssoKey, organization }
}
