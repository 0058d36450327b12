import { afterEach, expect, test } from 'vitest'
import { setRandom } from '../../src/lib/crypto/ids.ts'
import {
  hasValidChecksum,
  newCredential,
  newSecret,
  organizationOf,
  sha256,
} from '../../src/lib/crypto/secret.ts'

afterEach(() => setRandom(null))

test('a secret has its prefix, enough random digits and a checksum', () => {
  const secret = newSecret('ab_')
  expect(secret).toMatch(/^ab_[0-9A-Za-z]{39}$/)
  expect(hasValidChecksum(secret, 'ab_')).toBe(true)
  expect(new Set(Array.from({ length: 50 }, () => newSecret('ab_'))).size).toBe(50)
})

test.each([0, 255])('random bytes that are all %i form a secret of the usual length', (octet) => {
  setRandom((size) => Buffer.alloc(size, octet))
  expect(newSecret('x_')).toHaveLength(41)
  expect(hasValidChecksum(newSecret('x_'), 'x_')).toBe(true)
})

test('rejects a typo at any position, another prefix and a foreign format', () => {
  const secret = newSecret('ab_')
  for (let at = 0; at < secret.length; at += 1) {
    const typo = secret.slice(0, at) + (secret[at] === 'Z' ? 'Y' : 'Z') + secret.slice(at + 1)
    expect(hasValidChecksum(typo, 'ab_')).toBe(false)
  }
  for (const other of [
    '',
    'ab_',
    'ab_000000',
    secret.slice(0, -1),
    `${secret}0`,
    ` ${secret}`,
    `${secret}\n`,
    'ab_'.repeat(300_000),
  ]) {
    expect(hasValidChecksum(other, 'ab_')).toBe(false)
  }
  expect(hasValidChecksum(secret, 'cd_')).toBe(false)
  expect(hasValidChecksum(secret, 'ab')).toBe(false)
})

test.each([
  [1, 'ab_1'],
  [61, 'ab_z'],
  [62, 'ab_10'],
  [2_147_483_647, 'ab_2LKcb1'],
])('a credential of organization %i begins with %s', (id, start) => {
  const credential = newCredential('ab_', id)
  expect(credential).toHaveLength(start.length + 39)
  expect(credential.startsWith(start)).toBe(true)
  expect(hasValidChecksum(credential, 'ab_')).toBe(true)
  expect(organizationOf(credential, 'ab_')).toBe(id)
  expect(organizationOf(newCredential('ab_', id, 256), 'ab_', 256)).toBe(id)
})

test('a text that names no organization, or an impossible one, leads to none', () => {
  expect(organizationOf(newSecret('ab_'), 'ab_')).toBe(0)
  expect(organizationOf('', 'ab_')).toBe(0)
  expect(organizationOf(newSecret('ab_2LKcb2'), 'ab_')).toBe(0)
  expect(organizationOf(newSecret(`ab_${'z'.repeat(80)}`), 'ab_')).toBe(0)
  expect(organizationOf(newSecret('ab_--'), 'ab_')).toBe(0)
})

test('the digest is SHA-256 of the UTF-8 bytes', () => {
  expect(sha256('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
