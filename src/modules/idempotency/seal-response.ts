import { hkdfSync } from 'node:crypto'
import type { Keys } from '../../auth/keys.ts'
import { decrypt, encrypt, keyWithId, UnknownKeyError, type Keyring } from '../../lib/crypto/encryption.ts'
import { unavailable } from '../../lib/errors.ts'

/** An idempotency key and the id of its row. */
type Key = { key: string; id: Buffer }

/**
 * Encrypts a response, which may contain secrets. The key derives from the server's secret and the idempotency key
 * (HKDF, RFC 5869), of which only a hash is stored. Neither the database nor the secret therefore reveals it.
 */
export function sealResponse(keys: Pick<Keys, 'responses'>, row: Key, response: string): Buffer {
  return encrypt(keyringOf(keys, row), response, locationOf(row))
}

/**
 * Decrypts what `sealResponse` encrypted.
 * @throws AppError UNAVAILABLE if this process does not have the secret, as during a rotation
 */
export function openResponse(keys: Pick<Keys, 'responses'>, row: Key, sealed: Buffer): string {
  try {
    return decrypt(keyringOf(keys, row), sealed, locationOf(row))
  } catch (error) {
    if (error instanceof UnknownKeyError)
      throw unavailable('The stored response cannot be read: its SECRET_KEY is missing')
    throw error
  }
}

function keyringOf({ responses: [current, ...before] }: Pick<Keys, 'responses'>, { key }: Key): Keyring {
  const derived = (secret: Buffer) =>
    keyWithId(Buffer.from(hkdfSync('sha256', secret, key, 'response of an idempotency key', 32)))
  return { keys: [derived(current), ...before.map(derived)], refresh: () => false }
}

const locationOf = ({ id }: Key) => `idempotency_keys.response/${id.toString('hex')}`
