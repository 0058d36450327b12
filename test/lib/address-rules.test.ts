import { describe, expect, test } from 'vitest'
import {
  isAllowedHost,
  isLoopbackHost,
  isPublicAddress,
  literalAddress,
} from '../../src/lib/http/address-rules.ts'

describe('an address that is not public', () => {
  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::FFFF:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '0:0:0:0:0:ffff:c0a8:0101',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '::ffff:168.63.129.16',
    '64:ff9b:1::1.1.1.1',
    '100::1',
    '2001::1',
    '2001:0:7f00:1::',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:c0a8:101::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'not an address',
    '',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('an address of the public internet', () => {
  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '223.255.255.255',
    '2606:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450::1',
    '::ffff:1.1.1.1',
    '64:ff9b::1.1.1.1',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(true))
})

test.each([
  ['localhost', true],
  ['localhost.', true],
  ['LocalHost', true],
  ['a.localhost', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['[::1]', true],
  ['[::ffff:7f00:1]', true],
  ['notlocalhost', false],
  ['localhost.example', false],
  ['10.0.0.1', false],
  ['[::2]', false],
  ['[::ffff:a00:1]', false],
])('the host %s names this machine: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected)
})

test.each([
  ['https://hooks.example/', 'hooks.example', true],
  ['https://HOOKS.example:8443/', 'hooks.example', true],
  ['https://hooks.example:8443/', 'hooks.example:8443', true],
  ['https://hooks.example/', 'hooks.example:443', true],
  ['http://hooks.example/', 'hooks.example:80', true],
  ['http://[::1]:9000/', '[::1]:9000', true],
  ['http://[::1]:9000/', '::1', true],
  ['http://127.1/', '127.0.0.1', true],
  ['https://hooks.example:8443/', 'hooks.example:443', false],
  ['https://a.hooks.example/', 'hooks.example', false],
  ['https://hooks.example.evil/', 'hooks.example', false],
])('%s is allowed by the entry %s: %s', (url, entry, expected) => {
  expect(isAllowedHost(new URL(url), new Set([entry]))).toBe(expected)
})

test('distinguishes the address in a URL from a name', () => {
  expect(literalAddress(new URL('https://0x7f.1/').hostname)).toBe('127.0.0.1')
  expect(literalAddress(new URL('https://[0:0::1]/').hostname)).toBe('::1')
  expect(literalAddress('example.com')).toBeNull()
})
