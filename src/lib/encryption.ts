import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A key of 32 bytes with the id that ciphertexts name it by. */
export type EncryptionKey = { id: Buffer; key: Buffer }

export type Keyring = {
  /** The one that encrypts first; the others only decrypt. */
  readonly keys: readonly [EncryptionKey, ...EncryptionKey[]]
  /** Looks whether the keys have been replaced; true when they have. */
  refresh(): boolean
}

/** The value names no key that this keyring has. */
export class UnknownKeyError extends Error {}

const VERSION = 2
/** The form before: neither a key id nor a place. */
const UNBOUND_VERSION = 1
const ID_LENGTH = 8
const NONCE_LENGTH = 12
const TAG_LENGTH = 16
const HEADER_LENGTH = 1 + ID_LENGTH

/** A key with its id, which tells nothing about it (HKDF, RFC 5869). */
export function keyWithId(key: Buffer): EncryptionKey {
  return { id: Buffer.from(hkdfSync('sha256', key, 'key id', '', ID_LENGTH)), key }
}

/** A keyring of one key that never changes. */
export function keyringOf(key: Buffer): Keyring {
  return { keys: [keyWithId(key)], refresh: () => false }
}

/** How each value begins that is encrypted under a key in the present form. */
export const headerOf = ({ id }: EncryptionKey): Buffer => Buffer.concat([Buffer.from([VERSION]), id])

/**
 * `plain` under the first key of a keyring (AES-256-GCM), a fresh nonce each time: version byte, key id (8), nonce (12),
 * tag (16), ciphertext. It is bound to `place`, the column and row that it is stored in: anywhere else it does not decrypt.
 */
export function encrypt(keyring: Keyring, plain: string, location: string): Buffer {
  keyring.refresh()
  const [current] = keyring.keys
  const header = headerOf(current)
  // A repeated nonce would reveal the key stream, so it never comes from the source that tests may replace.
  const nonce = randomBytes(NONCE_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(bound(header, location))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([header, nonce, cipher.getAuthTag(), sealed])
}

/**
 * What `encrypt` was given for the same place. A value in the form before, which is bound to no place, decrypts as well.
 * @throws UnknownKeyError when its key is not in the keyring; Error for another place, form or a single changed bit
 */
export function decrypt(keyring: Keyring, box: Buffer, location: string): string {
  if (box[0] === UNBOUND_VERSION) return decryptUnbound(keyring, box)
  if (box[0] !== VERSION || box.length < HEADER_LENGTH + NONCE_LENGTH + TAG_LENGTH)
    throw new Error('Unknown form of encrypted value')
  const header = box.subarray(0, HEADER_LENGTH)
  const find = () => keyring.keys.find(({ id }) => id.equals(header.subarray(1)))
  const found = find() ?? (keyring.refresh() ? find() : undefined)
  if (!found) throw new UnknownKeyError('A value is encrypted under a key that this server does not have')
  return open(found.key, box.subarray(HEADER_LENGTH), bound(header, location))
}

/** The same value for another place, such as the column of the secret before; null when it cannot be decrypted. */
export function move(keyring: Keyring, box: Buffer, from: string, to: string): Buffer | null {
  let plain: string
  try {
    plain = decrypt(keyring, box, from)
  } catch {
    return null
  }
  return encrypt(keyring, plain, to)
}

function decryptUnbound(keyring: Keyring, box: Buffer): string {
  const header = box.subarray(0, 1)
  if (box.length < 1 + NONCE_LENGTH + TAG_LENGTH) throw new Error('Unknown form of encrypted value')
  do {
    for (const { key } of keyring.keys) {
      try {
        return open(key, box.subarray(1), header)
      } catch {
        // It may be under the next.
      }
    }
  } while (keyring.refresh())
  throw new UnknownKeyError('A value is encrypted under a key that this server does not have')
}

function open(key: Buffer, box: Buffer, associated: Buffer): string {
  const sealedStart = NONCE_LENGTH + TAG_LENGTH
  const options = { authTagLength: TAG_LENGTH }
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE_LENGTH), options)
  decipher.setAAD(associated).setAuthTag(box.subarray(NONCE_LENGTH, sealedStart))
  return Buffer.concat([decipher.update(box.subarray(sealedStart)), decipher.final()]).toString('utf8')
}

const bound = (header: Buffer, location: string) => Buffer.concat([header, Buffer.from(location, 'utf8')])
