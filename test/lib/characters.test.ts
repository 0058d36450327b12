import { expect, test } from 'vitest'
import { firstCharacters, isBlankText, isLongerThan } from '../../src/lib/text/characters.ts'

test.each([
  '',
  ' \n\t',
  '\u200b',
  '\u3164',
  '\u115f\u1160',
  '\ufeff\u00ad',
  '\u2800',
  '\u2060\u180e',
  '\u{e0001}',
])('%j has no visible character', (text) => expect(isBlankText(text)).toBe(true))

test.each(['x', '\u200bx', '👩‍👩‍👧', '한글', '\u0301', '-'])('%j has a visible character', (text) =>
  expect(isBlankText(text)).toBe(false),
)

test('lengths count code points, of which no cut tears one apart', () => {
  const emoji = '😀'.repeat(255)
  expect([
    isLongerThan(emoji, 255),
    isLongerThan(`${emoji}x`, 255),
    isLongerThan('x'.repeat(256), 255),
  ]).toEqual([false, true, true])
  expect(firstCharacters(`${emoji}x`, 255)).toBe(emoji)
  expect(firstCharacters('short', 255)).toBe('short')
})
