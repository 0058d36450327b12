import { LRUCache } from 'lru-cache'
import { decrypt, type Keyring } from '../lib/crypto/encryption.ts'

/** Returns the decrypted value of a column. Throws like `decrypt`. */
export type OpenSecret = (box: Buffer, location: string) => string

const MAX_OPENED = 10_000

/**
 * Decrypts secrets, each once for as long as its encrypted value and the keys remain the same. A secret is used in
 * each attempt and changes rarely.
 */
export function createSecretOpener(keyring: Keyring): OpenSecret {
  const opened = new LRUCache<string, string>({ max: MAX_OPENED })
  let { keys } = keyring
  return (box, location) => {
    if (keys !== keyring.keys) {
      opened.clear()
      keys = keyring.keys
    }
    const key = `${location} ${box.toString('base64')}`
    const existing = opened.get(key)
    if (existing !== undefined) return existing
    const plain = decrypt(keyring, box, location)
    opened.set(key, plain)
    return plain
  }
}
