import { firstCharacters, isLongerThan } from './characters.ts'

/**
 * Characters that change how a terminal or a reader shows the text around them, or that only programs read: controls
 * but tab and line feed, directional embeddings, overrides and isolates, format characters without a width, tags, and
 * selectors of a variation after another one. Joiners and directional marks belong to the words of some languages.
 */
const DECEIVING =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<=\p{VS})\p{VS}/gu

/** Returns a text without the characters that make it look like another one. Carriage returns are removed too. */
export const plainText = (text: string): string => text.replace(DECEIVING, '')

/** End of a text that has been cut. */
const CUT = ' […]'

/**
 * Returns the first `max` characters of a text without deceiving characters. A mark follows if characters are
 * missing.
 */
export function cutText(text: string, max: number): string {
  // A text is searched no further than it is returned. The first half of a character at its end is dropped.
  const start = text.slice(0, 4 * max).replace(/[\ud800-\udbff]$/, '')
  const plain = plainText(start)
  const isCut = start.length < text.length || isLongerThan(plain, max)
  return isCut ? firstCharacters(plain, max) + CUT : plain
}
