import { TextDecoder } from 'node:util'
import type { Encoding } from './encoding.ts'

/** An encoding of a file. `doubt` is a part of the file in it that is hardly a text, if there is one. */
export type Guess = { encoding: Encoding; doubt: string | null }

/** Marks that any text has. */
const MARKS = new Set('“”„‘’‚–—…€°§«»·•´`²³µ©®™¿¡½¼¾×ºª£\u00a0\u202f')
/** Marks that a lower-case letter on both sides makes unlikely. */
const SEPARATING = new Set('–—…§°•©®™£€²³´„“”«»')
const KANA = /[\u3041-\u3096\u30a1-\u30fa]/g
const CONTEXT = 20
/** One part in as many may be unlikely. */
const TOLERANCE = 20

/**
 * Returns the encoding of bytes that are not UTF-8: Shift_JIS if they have kana, Mac Roman if that makes words of what
 * windows-1252 does not, else windows-1252.
 */
export function guessEncoding(sample: Buffer): Guess {
  const shiftJis = decode('shift_jis', sample)
  const kana = shiftJis.match(KANA)?.length ?? 0
  if (kana * 4 > nonAscii(shiftJis).length && !shiftJis.slice(0, -1).includes('\ufffd'))
    return { encoding: 'shift_jis', doubt: null }
  const [windows, mac] = [decode('windows-1252', sample), decode('macintosh', sample)]
  const [asWindows, asMac] = [likelihoodOf(windows), likelihoodOf(mac)]
  if (asWindows.unlikely.length * TOLERANCE <= asWindows.total)
    return { encoding: 'windows-1252', doubt: null }
  if (
    asMac.unlikely.length * 4 < asWindows.unlikely.length &&
    asMac.unlikely.length * TOLERANCE <= asMac.total
  )
    return { encoding: 'macintosh', doubt: null }
  const [at = 0] = asWindows.unlikely
  const doubt = windows.slice(Math.max(0, at - CONTEXT), at + CONTEXT).replaceAll(/\s+/g, ' ')
  return { encoding: 'windows-1252', doubt: doubt.trim() }
}

const decode = (encoding: Encoding, bytes: Buffer) => new TextDecoder(encoding).decode(bytes)

const nonAscii = (text: string) => [...text.matchAll(/[^\p{ASCII}]/gu)]

/** Number of characters outside of ASCII, and the positions of those that no word or sentence has. */
function likelihoodOf(text: string): { total: number; unlikely: number[] } {
  const found = nonAscii(text)
  const unlikely = found.flatMap(({ 0: character, index }) =>
    isLikely(character, text.slice(Math.max(0, index - 2), index), text.slice(index + 1, index + 3))
      ? []
      : [index],
  )
  return { total: found.length, unlikely }
}

/** Whether a character fits between others: a letter in a word in its case, or a mark that is not inside of one. */
function isLikely(character: string, before: string, after: string): boolean {
  if (MARKS.has(character))
    return !(SEPARATING.has(character) && /[a-z]$/.test(before) && /^[a-z]/.test(after))
  const isInWord = /[a-z]\p{L}?$/iu.test(before) || /^\p{L}?[a-z]/iu.test(after)
  if (/\p{Lu}/u.test(character)) return isInWord && !/\p{Ll}$/u.test(before)
  return isInWord && /\p{Ll}/u.test(character)
}
