import type { Transaction } from '../db/database.ts'
import type { Keyring } from '../lib/crypto/encryption.ts'

const DROPPED =
  'The keys of this process were dropped by `rotate-key` in another process, so it stores no secrets. Restart it with the current SECRET_KEY'

/**
 * Returns a keyring that encrypts the secrets this transaction stores. Until the transaction ends, a rotation
 * drops none of the registered keys. It then rewrites the secrets stored here. Call it before locking the
 * rows of the secrets.
 * @throws Error for the operator when every key of this process was dropped
 */
export async function lockEncryptionKeys(tx: Transaction, keyring: Keyring): Promise<Keyring> {
  const registered = await tx.selectFrom('encryptionKeys').select('id').forKeyShare().execute()
  // A generated key's file may have been replaced while this transaction waited.
  keyring.refresh()
  const { keys } = keyring
  const isRegistered = (id: Buffer) => registered.some((one) => one.id.equals(id))
  const current = registered.length === 0 ? keys[0] : keys.find(({ id }) => isRegistered(id))
  if (!current) throw new Error(DROPPED)
  return { keys: [current, ...keys.filter((key) => key !== current)], refresh: () => false }
}
