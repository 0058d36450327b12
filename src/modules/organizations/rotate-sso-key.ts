import { sealedPlace } from '../../auth/sealed-columns.ts'
import type { Db } from '../../db/database.ts'
import { now } from '../../lib/clock.ts'
import { encrypt, type Keyring } from '../../lib/encryption.ts'
import { newSecret } from '../../lib/secret.ts'
import { SSO_KEY_PREFIX } from './create-organization.ts'

/**
 * Replaces the key that an organization signs SSO tokens with; tokens signed with the old one are worth
 * nothing from then on. Returns the new key, which is shown here and nowhere else, and the organization's row.
 */
export async function rotateSsoKey(db: Db, encryption: Keyring, organizationId: number) {
  const ssoKey = newSecret(SSO_KEY_PREFIX)
  const place = sealedPlace('organizations.sso_key_ciphertext', organizationId, organizationId)
  const at = now()
  const organization = await db
    .updateTable('organizations')
    .set({ ssoKeyCiphertext: encrypt(encryption, ssoKey, place), ssoKeyRotatedAt: at, updatedAt: at })
    .where('id', '=', organizationId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ssoKey, organization }
}
