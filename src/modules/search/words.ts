/** Scripts that write no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+/gu
/** Korean, which writes compounds and particles without spaces. */
const HANGUL = /\p{Script=Hangul}+/gu
/** Characters of words. Everything else separates them. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Letters that have no canonical decomposition into a base letter and an accent. */
const LIGATURES: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}
const LIGATURE = /[ßæœøđðþłı]/g
const ACCENTS = /(\p{Script=Latin})\p{M}+/gu
/** Maximum length of a word, in UTF-16 units. The rest is not searched. */
const MAX_WORD = 64

const segmenters = new Map<string, Intl.Segmenter>()

/**
 * Returns the words of a text in lower case, in order. Texts in Chinese, Japanese and Thai are split by
 * `Intl.Segmenter`. A run of Korean is split into its pairs of adjacent syllables and its last syllable. The result
 * does not depend on the locale of the database.
 */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase()
  const spaced = plain.replace(UNSPACED, spacedBy(split)).replace(HANGUL, spacedBy(pairs))
  return (spaced.match(WORD) ?? []).map((word) => (word.length > MAX_WORD ? shortened(word) : word))
}

/** Returns the begin of a word, without half a character. */
const shortened = (word: string) => word.slice(0, MAX_WORD).toWellFormed().replaceAll('\uFFFD', '')

/** Whether a text has characters of a script that writes no spaces between words, and none of Korean. */
export const isUnspaced = (text: string): boolean => text.search(UNSPACED) >= 0 && text.search(HANGUL) < 0

/** Returns words without the accents of Latin letters. */
export function withoutAccents(words: string): string {
  const base = words.replace(LIGATURE, (letter) => LIGATURES[letter] ?? letter)
  return base.normalize('NFD').replace(ACCENTS, '$1').normalize('NFC')
}

const spacedBy = (parts: (run: string) => string[]) => (run: string) => ` ${parts(run).join(' ')} `

function split(run: string): string[] {
  const segments = segmenterOf(languageOf(run)).segment(run)
  return Array.from(segments, ({ segment }) => segment)
}

function languageOf(run: string): string {
  if (/\p{Script=Thai}/u.test(run)) return 'th'
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(run) ? 'ja' : 'zh'
}

function segmenterOf(language: string): Intl.Segmenter {
  const existing = segmenters.get(language)
  if (existing) return existing
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  segmenters.set(language, segmenter)
  return segmenter
}

/** Returns the pair that starts at each syllable, so that each part of a run is found by adjacent words. */
const pairs = (run: string) => Array.from(run, (_, at) => run.slice(at, at + 2))
