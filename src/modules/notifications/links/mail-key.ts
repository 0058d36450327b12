import { lockEncryptionKeys } from '../../../auth/lock-encryption-keys.ts'
import { sealedLocation } from '../../../auth/sealed-columns.ts'
import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { secureRandomBytes } from '../../../lib/crypto/ids.ts'
import { decrypt, encrypt, type Keyring } from '../../../lib/crypto/encryption.ts'

const KEY_LENGTH = 32
const location = (organizationId: number) =>
  sealedLocation('organizations.mail_key_ciphertext', organizationId, organizationId)

/**
 * Returns the key of the links in an organization's mails. Null before the first link, and for an unknown organization.
 * @throws UnknownKeyError when this process lacks the key of the server that encrypts it
 */
export async function readMailKey(db: Db, keyring: Keyring, organizationId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('organizations')
    .select('mailKeyCiphertext')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  const box = row?.mailKeyCiphertext
  return box ? Buffer.from(decrypt(keyring, box, location(organizationId)), 'base64') : null
}

/**
 * Returns the key of the links in an organization's mails, which is random and is created before the first link. It
 * does not follow from SECRET_KEY, so that links work for years.
 */
export async function mailKey(db: Db, encryption: Keyring, organizationId: number): Promise<Buffer> {
  const present = await readMailKey(db, encryption, organizationId)
  if (present) return present
  const key = secureRandomBytes(KEY_LENGTH)
  await inTransaction(db, async (tx) => {
    const keyring = await lockEncryptionKeys(tx, encryption)
    await tx
      .updateTable('organizations')
      .set({ mailKeyCiphertext: encrypt(keyring, key.toString('base64'), location(organizationId)) })
      .where('id', '=', organizationId)
      .where('mailKeyCiphertext', 'is', null)
      .execute()
  })
  // Another process may have created it in the meantime.
  return (await readMailKey(db, encryption, organizationId)) ?? key
}
