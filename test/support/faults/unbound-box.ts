import { createCipheriv, randomBytes } from 'node:crypto'
import type { Keyring } from '../../../src/lib/crypto/encryption.ts'

/**
 * Encrypts a value in format version 1, in which a ciphertext is not bound to its column and row: version,
 * nonce, tag, ciphertext.
 */
export function unboundBox({ keys: [{ key }] }: Keyring, plain: string): Buffer {
  const version = Buffer.from([1])
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(version)
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([version, nonce, cipher.getAuthTag(), sealed])
}
