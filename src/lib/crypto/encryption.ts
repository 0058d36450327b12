import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A key of 32 bytes with the id that ciphertexts contain. */
export type EncryptionKey = { id: Buffer; key: Buffer }

export type Keyring = {
  /** The first key encrypts. All of them decrypt. */
  readonly keys: readonly [EncryptionKey, ...EncryptionKey[]]
  /** Reloads the keys. Returns whether they have changed. */
  refresh(): boolean
}

/** The keyring does not contain the key of a value. */
export class UnknownKeyError extends Error {}

const VERSION = 2
const ID_LENGTH = 8
const NONCE_LENGTH = 12
const TAG_LENGTH = 16
const HEADER_LENGTH = 1 + ID_LENGTH

/** Returns a key with its id, which reveals nothing about the key (HKDF, RFC 5869). */
export function keyWithId(key: Buffer): EncryptionKey {
  return { id: Buffer.from(hkdfSync('sha256', key, 'key id', '', ID_LENGTH)), key }
}

/** Creates a keyring of one key that never changes. */
export function keyringOf(key: Buffer): Keyring {
  return { keys: [keyWithId(key)], refresh: () => false }
}

/** First bytes of each value encrypted under a key in the current format. */
export const headerOf = ({ id }: EncryptionKey): Buffer => Buffer.concat([Buffer.from([VERSION]), id])

/**
 * Encrypts `plain` under the first key of a keyring (AES-256-GCM) with a new nonce. The value consists of a
 * version byte, key id (8), nonce (12), tag (16) and ciphertext. `location`, its column and row, is associated
 * data, so the value cannot be decrypted elsewhere.
 */
export function encrypt(keyring: Keyring, plain: string, location: string): Buffer {
  keyring.refresh()
  const [current] = keyring.keys
  const header = headerOf(current)
  // A repeated nonce would reveal the key stream, so the replaceable source of tests is not used.
  const nonce = randomBytes(NONCE_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(bound(header, location))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([header, nonce, cipher.getAuthTag(), sealed])
}

/**
 * Decrypts a value of `encrypt` for the same `location`.
 * @throws UnknownKeyError when its key is not in the keyring; Error for another location or format, or a
 * modified value
 */
export function decrypt(keyring: Keyring, box: Buffer, location: string): string {
  if (box[0] !== VERSION || box.length < HEADER_LENGTH + NONCE_LENGTH + TAG_LENGTH)
    throw new Error('Unknown form of encrypted value')
  const header = box.subarray(0, HEADER_LENGTH)
  const find = () => keyring.keys.find(({ id }) => id.equals(header.subarray(1)))
  const found = find() ?? (keyring.refresh() ? find() : undefined)
  if (!found) throw new UnknownKeyError('A value is encrypted under a key that this server does not have')
  return open(found.key, box.subarray(HEADER_LENGTH), bound(header, location))
}

/**
 * Encrypts a value again for another column or row, for example for the previous secret. Null when it cannot
 * be decrypted.
 */
export function move(keyring: Keyring, box: Buffer, from: string, to: string): Buffer | null {
  let plain: string
  try {
    plain = decrypt(keyring, box, from)
  } catch {
    return null
  }
  return encrypt(keyring, plain, to)
}

function open(key: Buffer, box: Buffer, associated: Buffer): string {
  const sealedStart = NONCE_LENGTH + TAG_LENGTH
  const options = { authTagLength: TAG_LENGTH }
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE_LENGTH), options)
  decipher.setAAD(associated).setAuthTag(box.subarray(NONCE_LENGTH, sealedStart))
  return Buffer.concat([decipher.update(box.subarray(sealedStart)), decipher.final()]).toString('utf8')
}

const bound = (header: Buffer, location: string) => Buffer.concat([header, Buffer.from(location, 'utf8')])
