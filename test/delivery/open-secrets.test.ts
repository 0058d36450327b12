import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretOpener } from '../../src/delivery/open-secrets.ts'
import { encrypt, keyWithId, keyringOf, UnknownKeyError } from '../../src/lib/crypto/encryption.ts'

const keyring = keyringOf(randomBytes(32))

test('a changed value is decrypted again', () => {
  const open = createSecretOpener(keyring)
  const former = encrypt(keyring, 'former', 'here')
  expect([open(former, 'here'), open(former, 'here')]).toEqual(['former', 'former'])
  expect(open(encrypt(keyring, 'later', 'here'), 'here')).toBe('later')
})

test('a decrypted value is refused in another row', () => {
  const open = createSecretOpener(keyring)
  const box = encrypt(keyring, 'secret', 'here')
  expect(open(box, 'here')).toBe('secret')
  expect(() => open(box, 'there')).toThrow()
})

test('a decrypted value is refused after its key was removed', () => {
  const changing = { ...keyringOf(randomBytes(32)) }
  const open = createSecretOpener(changing)
  const box = encrypt(changing, 'secret', 'here')
  expect(open(box, 'here')).toBe('secret')
  changing.keys = [keyWithId(randomBytes(32))]
  expect(() => open(box, 'here')).toThrow(UnknownKeyError)
})
