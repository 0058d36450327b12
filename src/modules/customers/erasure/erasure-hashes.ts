import { createHmac } from 'node:crypto'
import { lockEncryptionKeys } from '../../../auth/lock-encryption-keys.ts'
import { sealedLocation } from '../../../auth/sealed-columns.ts'
import type { Db, Transaction } from '../../../db/database.ts'
import { secureRandomBytes } from '../../../lib/crypto/ids.ts'
import { decrypt, encrypt, type Keyring } from '../../../lib/crypto/encryption.ts'

/** Hashes of what identifies a person, under the random key of one organization. */
export type ErasureHashes = {
  /** Returns the hash of a normalized e-mail address. */
  ofEmail(email: string): Buffer
  /** Returns the hash of the id that a source gives a person. */
  ofReference(reference: ExternalReference): Buffer
}

/** Id of a person at a source, such as `fider:feedback.acme.com:1` and `12`. */
export type ExternalReference = { sourceName: string; externalId: string }

const KEY_LENGTH = 32
const location = (organizationId: number) =>
  sealedLocation('organizations.erasure_key_ciphertext', organizationId, organizationId)

/**
 * Returns the hashes of an organization. Null before its first erasure, when no person is erased.
 * @throws UnknownKeyError when this process lacks the key of the server that encrypts it
 */
export async function readErasureHashes(
  db: Db,
  keyring: Keyring,
  organizationId: number,
): Promise<ErasureHashes | null> {
  const row = await db
    .selectFrom('organizations')
    .select('erasureKeyCiphertext')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  const box = row?.erasureKeyCiphertext
  if (!box) return null
  return hashesUnder(Buffer.from(decrypt(keyring, box, location(organizationId)), 'base64'))
}

/**
 * Returns the hashes of an organization. Creates its random key before the first erasure. The key does not follow
 * from SECRET_KEY, so that a rotation does not lose it.
 */
export async function createErasureHashes(
  tx: Transaction,
  encryption: Keyring,
  organizationId: number,
): Promise<ErasureHashes> {
  const present = await readErasureHashes(tx, encryption, organizationId)
  if (present) return present
  const keyring = await lockEncryptionKeys(tx, encryption)
  const key = secureRandomBytes(KEY_LENGTH)
  const { numUpdatedRows } = await tx
    .updateTable('organizations')
    .set({ erasureKeyCiphertext: encrypt(keyring, key.toString('base64'), location(organizationId)) })
    .where('id', '=', organizationId)
    .where('erasureKeyCiphertext', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return hashesUnder(key)
  // Another transaction has created it in the meantime.
  return (await readErasureHashes(tx, encryption, organizationId)) ?? hashesUnder(key)
}

function hashesUnder(key: Buffer): ErasureHashes {
  const hash = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts), 'utf8').digest()
  return {
    ofEmail: (email) => hash('email', email),
    ofReference: ({ sourceName, externalId }) => hash('reference', sourceName, externalId),
  }
}
