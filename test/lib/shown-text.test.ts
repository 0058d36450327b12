import { expect, test } from 'vitest'
import { plainText } from '../../src/lib/text/shown-text.ts'

/** Bytes that hide behind one character, as selectors of its variation. */
const hidden = String.fromCodePoint(...Array.from('follow me', (letter) => 0xe0100 + letter.charCodeAt(0)))

test.each([
  ['bytes behind an emoji', `\u{1f600}${hidden}`, '\u{1f600}\u{e0166}'],
  ['characters without a width', 'a\u200b\u180e\u2060\u2063\u206a\ufeff\ufff9b', 'ab'],
  ['tags', 'a\u{e0041}b', 'ab'],
])('leaves out %s', (_name, text, shown) => expect(plainText(text)).toBe(shown))

test.each([
  '\u2764\ufe0f',
  '\u{1f469}\u200d\u{1f4bb}',
  '\u845b\u{e0100}',
  'نمی\u200cخواهم',
  '\u200fא!',
  'a\tb\nc',
])('leaves %j as it is', (text) => expect(plainText(text)).toBe(text))
