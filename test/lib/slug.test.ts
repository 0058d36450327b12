import { expect, test } from 'vitest'
import { nextSlug, slugify } from '../../src/lib/text/slug.ts'

test.each([
  ['Hello, World!', 'hello-world'],
  ['GraphQL API', 'graphql-api'],
  ['Don’t stop', 'dont-stop'],
  ['A & B', 'a-and-b'],
  ['../../etc', 'etc'],
  ['Việt Nam', 'viet-nam'],
  ['Привет мир', 'privet-mir'],
  ['Ελληνικά', 'ellinika'],
  ['e\u0301te\u0301', 'ete'],
  ['ﬁn ＡＰＩ', 'fin-api'],
  ['日本語', '日本語'],
  ['日本語 API', '日本語-api'],
  ['हिन्दी', 'हिन्दी'],
  ['한국어', '한국어'],
  ['Ж 中', 'ж-中'],
  ['🎉🎉', 'untitled'],
  ['', 'untitled'],
  ['---', 'untitled'],
  ['\ud800', 'untitled'],
  ['<script>', 'script'],
  ['100% – “ok”', '100-ok'],
])('converts %j to %j', (title, slug) => expect(slugify(title)).toBe(slug))

test('a slug ends at a word within 80 characters and never within a surrogate pair', () => {
  expect(slugify('word '.repeat(400_000))).toBe(`${'word-'.repeat(15)}word`)
  expect(slugify('a'.repeat(100))).toBe('a'.repeat(80))
  expect(slugify(`${'a'.repeat(80)} b`)).toBe('a'.repeat(80))
  expect(slugify(`x${'𠮷'.repeat(60)}`)).toBe(`x${'𠮷'.repeat(39)}`)
})

test('the next free slug counts from 2 and fills gaps', () => {
  expect(nextSlug('a', [])).toBe('a')
  expect(nextSlug('a', ['b', 'a-2'])).toBe('a')
  expect(nextSlug('a', new Set(['a', 'a-2', 'a-4']))).toBe('a-3')
})
