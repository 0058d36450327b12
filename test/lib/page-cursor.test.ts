import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from '../../src/lib/text/page-cursor.ts'

test('decodes an encoded position', () => {
  const cursor = encodeCursor(['2026-11-21T09:30:00.000Z', 42, '日本 😀'], 'title')
  expect(cursor).toMatch(/^[\w-]+$/)
  expect(decodeCursor(cursor, ['string', 'number', 'string'], 'title')).toEqual([
    '2026-11-21T09:30:00.000Z',
    42,
    '日本 😀',
  ])
})

const of = (json: string) => Buffer.from(json.replace(/\]$/, ',["title"]]')).toString('base64url')

test.each([
  ['nothing', ''],
  ['no base64', 'héllo'],
  ['no JSON', of('nope')],
  ['an object', of('{"0":"a","1":1}')],
  ['null', of('null')],
  ['too few', encodeCursor(['a'], 'title')],
  ['too many', encodeCursor(['a', 1, 2], 'title')],
  ['swapped types', encodeCursor([1, 'a'], 'title')],
  ['a null inside', of('["a",null]')],
  ['a nested list', of('[["a"],1]')],
  ['a boolean', of('[true,1]')],
  ['an endless number', of('["a",1e999]')],
  ['a NUL', of('["a\\u0000",1]')],
  ['a lone surrogate', of('["\\ud800",1]')],
  ['padding', `${encodeCursor(['a', 1], 'title')}==`],
  ['a space', `${encodeCursor(['a', 1], 'title')} `],
  ['megabytes', 'A'.repeat(1_000_000)],
  ['deep brackets', of('['.repeat(3000))],
])('rejects %s as a cursor', (_, cursor) =>
  expect(decodeCursor(cursor, ['string', 'number'], 'title')).toBeNull(),
)

test('decodes a cursor in the order that it names only', () => {
  const named = encodeCursor(['a', 1], '-title id')
  expect(decodeCursor(named, ['string', 'number'], '-title id')).toEqual(['a', 1])
  expect(decodeCursor(named, ['string', 'number'], 'title id')).toBeNull()
  const unnamed = Buffer.from('["a",1]').toString('base64url')
  expect(decodeCursor(unnamed, ['string', 'number'], '-title id')).toBeNull()
})
