import { expect, test } from 'vitest'
import { maskEmail, normalizeEmail } from '../../src/lib/text/email.ts'

const label63 = 'a'.repeat(63)

test.each([
  ['alice@example.com', 'alice@example.com'],
  ['  Alice.B+tag@Example.COM\n', 'alice.b+tag@example.com'],
  ["o'neil_{x}/y=z@a-b.co.uk", "o'neil_{x}/y=z@a-b.co.uk"],
  ['用户@例子.公司', '用户@例子.公司'],
  ['JOSE\u0301@x.es', 'jos\u00e9@x.es'],
  [`${'l'.repeat(64)}@${label63}.com`, `${'l'.repeat(64)}@${label63}.com`],
  ['a@xn--bcher-kva.example', 'a@bücher.example'],
  ['a@XN--BCHER-KVA.example', 'a@bücher.example'],
  ['a@BU\u0308CHER。example', 'a@bücher.example'],
  ['a@xn--n3h.example', 'a@xn--n3h.example'],
  ['a@xn--99999999.example', 'a@xn--99999999.example'],
])('parses %j as the address %j', (value, address) => expect(normalizeEmail(value)).toBe(address))

test.each([
  '',
  '@',
  'a',
  'a@',
  '@b.c',
  'a@b',
  'a@@b.c',
  'a@b@c.d',
  'a b@c.d',
  'a@b c.d',
  'a@b..c',
  'a@.b.c',
  'a@b.c.',
  'a@-b.c',
  'a@b-.c',
  'a@b_c.d',
  '.a@b.c',
  'a.@b.c',
  'a..b@c.d',
  '"a b"@c.d',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'Alice <a@b.c>',
  'a@b.c,d@e.f',
  'a\0@b.c',
  'a\u200b@b.c',
  'a\u202e@b.c',
  'a\u00a0b@c.d',
  'a\r\nBcc: x@y.z',
  '\ud800@b.c',
  `${'l'.repeat(65)}@b.c`,
  `a@${'a'.repeat(64)}.com`,
  `a@${`${label63}.`.repeat(4)}com`,
  `${'a.'.repeat(500_000)}@b.c`,
])('%#: rejects an invalid address', (value) => expect(normalizeEmail(value)).toBeNull())

test.each([
  ['alice@example.com', 'a***@example.com'],
  ['a@b.c', 'a***@b.c'],
  ['😀x@b.c', '😀***@b.c'],
  ['nothing', '***'],
  ['@b.c', '***@b.c'],
])('masks %j as %j', (address, masked) => expect(maskEmail(address)).toBe(masked))
