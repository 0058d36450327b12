import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from '../../src/lib/text/page-cursor.ts'

test('decodes an encoded position', () => {
  const cursor = encodeCursor(['2026-11-21T09:30:00.000Z', 42, '日本 😀'])
  expect(cursor).toMatch(/^[\w-]+$/)
  expect(decodeCursor(cursor, ['string', 'number', 'string'])).toEqual([
    '2026-11-21T09:30:00.000Z',
    42,
    '日本 😀',
  ])
})

const of = (json: string) => Buffer.from(json).toString('base64url')

test.each([
  ['nothing', ''],
  ['no base64', 'héllo'],
  ['no JSON', of('nope')],
  ['an object', of('{"0":"a","1":1}')],
  ['null', of('null')],
  ['too few', encodeCursor(['a'])],
  ['too many', encodeCursor(['a', 1, 2])],
  ['swapped types', encodeCursor([1, 'a'])],
  ['a null inside', of('["a",null]')],
  ['a nested list', of('[["a"],1]')],
  ['a boolean', of('[true,1]')],
  ['an endless number', of('["a",1e999]')],
  ['a NUL', of('["a\\u0000",1]')],
  ['a lone surrogate', of('["\\ud800",1]')],
  ['padding', `${encodeCursor(['a', 1])}==`],
  ['a space', `${encodeCursor(['a', 1])} `],
  ['megabytes', 'A'.repeat(1_000_000)],
  ['deep brackets', of('['.repeat(3000))],
])('rejects %s as a cursor', (_, cursor) => expect(decodeCursor(cursor, ['string', 'number'])).toBeNull())

test('decodes a cursor in the order that it names, and one that names none in each order', () => {
  const named = encodeCursor(['a', 1], '-title id')
  expect(decodeCursor(named, ['string', 'number'], '-title id')).toEqual(['a', 1])
  expect(decodeCursor(named, ['string', 'number'], 'title id')).toBeNull()
  expect(decodeCursor(named, ['string', 'number'])).toBeNull()
  expect(decodeCursor(encodeCursor(['a', 1]), ['string', 'number'], '-title id')).toEqual(['a', 1])
})
