import { afterEach, expect, test } from 'vitest'
import {
  decrypt,
  encrypt,
  keyringOf,
  keyWithId,
  move,
  UnknownKeyError,
  type Keyring,
} from '../../src/lib/crypto/encryption.ts'
import { setRandom } from '../../src/lib/crypto/ids.ts'

afterEach(() => setRandom(null))

const LOCATION = 'things.secret/1/7'
const keyring = keyringOf(Buffer.alloc(32, 7))
const other = keyringOf(Buffer.alloc(32, 8))
const rotated: Keyring = { keys: [other.keys[0], keyring.keys[0]], refresh: () => false }

test.each(['', 'a', 'whsec_😀 日本', 'x'.repeat(100_000)])('decrypts what it encrypted (%#)', (plain) => {
  expect(decrypt(keyring, encrypt(keyring, plain, LOCATION), LOCATION)).toBe(plain)
})

test('encrypts the same text differently each time, even when a test sets the random source', () => {
  setRandom((size) => Buffer.alloc(size))
  expect(encrypt(keyring, 'a', LOCATION).equals(encrypt(keyring, 'a', LOCATION))).toBe(false)
})

test('rejects a changed bit, a truncation, another key and an empty value', () => {
  const box = encrypt(keyring, 'secret', LOCATION)
  for (let at = 0; at < box.length; at += 1) {
    const changed = Buffer.from(box)
    changed[at] = changed.readUInt8(at) ^ 1
    expect(() => decrypt(keyring, changed, LOCATION)).toThrow()
  }
  for (const part of [Buffer.alloc(0), box.subarray(0, 12), box.subarray(0, 36), box.subarray(0, -1)]) {
    expect(() => decrypt(keyring, part, LOCATION)).toThrow()
  }
  expect(() => decrypt(other, box, LOCATION)).toThrow(UnknownKeyError)
})

test.each(['things.secret/1/8', 'things.secret/2/7', 'things.previous_secret/1/7', ''])(
  'does not decrypt a ciphertext copied to another row or column (%s)',
  (boundTo) => {
    const box = encrypt(keyring, 'secret', LOCATION)
    expect(() => decrypt(keyring, box, boundTo)).toThrow()
    expect(move(keyring, box, boundTo, LOCATION)).toBeNull()
  },
)

test('a moved ciphertext decrypts at its new location and no longer at the old one', () => {
  const moved = move(keyring, encrypt(keyring, 'secret', LOCATION), LOCATION, 'elsewhere') ?? Buffer.alloc(0)
  expect(decrypt(keyring, moved, 'elsewhere')).toBe('secret')
  expect(() => decrypt(keyring, moved, LOCATION)).toThrow()
})

test('a previous key decrypts and does not encrypt', () => {
  const before = encrypt(keyring, 'secret', LOCATION)
  expect(decrypt(rotated, before, LOCATION)).toBe('secret')
  const after = encrypt(rotated, 'secret', LOCATION)
  expect(decrypt(other, after, LOCATION)).toBe('secret')
  expect(() => decrypt(keyring, after, LOCATION)).toThrow(UnknownKeyError)
})

test('refreshes a keyring whose keys have been replaced', () => {
  let keys: Keyring['keys'] = keyring.keys
  const live: Keyring = {
    get keys() {
      return keys
    },
    refresh() {
      const isOld = keys === keyring.keys
      keys = rotated.keys
      return isOld
    },
  }
  const box = encrypt(other, 'secret', LOCATION)
  expect(decrypt(live, box, LOCATION)).toBe('secret')
  expect(decrypt(other, encrypt(live, 'next', LOCATION), LOCATION)).toBe('next')
})

test('the id of a key contains none of its bytes', () => {
  const { id, key } = keyWithId(Buffer.alloc(32, 7))
  expect(id).toHaveLength(8)
  expect(key.includes(id)).toBe(false)
})
