import { expect, test } from 'vitest'
import { utf8Of } from '../../src/lib/text/utf8.ts'

const LONG = 5_000
/** Above what one conversion holds at a time. */
const HUGE = 300_000

test.each([
  ['an empty text', ''],
  ['a short text', 'Привет 日本語 🎉'],
  ['ASCII', 'a'.repeat(LONG)],
  ['Latin', 'Größe '.repeat(LONG)],
  ['wide characters', 'Привет 日本語 '.repeat(LONG)],
  ['characters outside of the basic plane', '🎉x'.repeat(LONG)],
  ['one wide character at the end', 'é'.repeat(LONG) + '日'],
  ['a text larger than the scratch space', '日本'.repeat(HUGE)],
  ['a surrogate without its other half', '日'.repeat(LONG) + '\ud800x\udc00'],
])('%s is encoded as Buffer.from encodes it', (_name, text) => {
  expect(utf8Of(text).equals(Buffer.from(text))).toBe(true)
})

test('an encoded text stays as it is when another is encoded', () => {
  const text = 'Привет '.repeat(LONG)
  const encoded = utf8Of(text)
  utf8Of('日本語'.repeat(LONG))
  expect(encoded.toString()).toBe(text)
})
