import { afterEach, expect, test } from 'vitest'
import { now, setClock } from '../../src/lib/time/clock.ts'
import { parseId, randomToken, setRandom } from '../../src/lib/crypto/ids.ts'

afterEach(() => {
  setClock(null)
  setRandom(null)
})

test('a test can set the clock and reset it', () => {
  const fixed = new Date('2026-11-21T09:30:00Z')
  setClock(() => fixed)
  now().setFullYear(1999)
  expect(now()).toEqual(fixed)
  setClock(null)
  const before = Date.now()
  expect(now().getTime()).toBeGreaterThanOrEqual(before)
})

test('random strings are URL-safe, of the given length, and unique', () => {
  expect(randomToken(32)).toMatch(/^[\w-]{43}$/)
  expect(new Set(Array.from({ length: 100 }, () => randomToken(16))).size).toBe(100)
})

test('a test can set the random source', () => {
  setRandom((size) => Buffer.alloc(size, 255))
  expect(randomToken(3)).toBe('____')
})

test.each([
  ['1', 1],
  [7, 7],
  ['2147483647', 2147483647],
  [2147483647, 2147483647],
  ['0', null],
  [0, null],
  [-1, null],
  ['-1', null],
  ['2147483648', null],
  [2147483648, null],
  ['99999999999999', null],
  ['007', null],
  ['1.0', null],
  [1.5, null],
  ['1e3', null],
  ['0x10', null],
  [' 1', null],
  ['1\n', null],
  ['', null],
  ['٣', null],
  ['１', null],
  ['abc', null],
  [Number.NaN, null],
  [Infinity, null],
  [null, null],
  [undefined, null],
])('parseId(%j) returns %j', (value, id) => expect(parseId(value)).toBe(id))
