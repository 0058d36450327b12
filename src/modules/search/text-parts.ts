import { withoutAccents, wordsOf } from './words.ts'

/** Maximum length of a text that is searched, in UTF-16 units. The rest is ignored. */
const MAX_TEXT = 20_000

/** Forms of a text from which PostgreSQL builds a document (`search_part`), each with spaces between words. */
type TextParts = {
  words: string
  /** The words with accents, without them. */
  variants: string
  /** All words, without accents. */
  folded: string
}

/** Returns the forms of the first 20,000 characters of a text. */
export function textParts(text: string): TextParts {
  const words = wordsOf(text.slice(0, MAX_TEXT))
  const joined = words.join(' ')
  // All at once, because most words have no accents.
  const folded = withoutAccents(joined)
  const variants = folded.split(' ').filter((word, index) => word !== words[index])
  return { words: joined, variants: variants.join(' '), folded }
}
