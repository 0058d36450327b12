import { invalidParam } from '../../lib/errors.ts'
import { isLongerThan } from '../../lib/text/characters.ts'
import { isUnspaced, wordsOf } from './words.ts'

/** A word or phrase of a query. */
export type Term = {
  /** Its words, which are adjacent. */
  words: string[]
  /** Whether the last word is a prefix. */
  isPrefix: boolean
  /** Whether it must not match. */
  not: boolean
}

/** Terms of a query. One of the alternatives must match, with all of its terms. */
export type ParsedQuery = Term[][]

type Syntax = {
  /** Splits a text into words, as those of the searched rows. */
  wordsOf: (text: string) => string[]
  /** Maximum length of a query, in UTF-16 units. */
  maxLength: number
}

const WORDS: Syntax = { wordsOf, maxLength: 500 }

/** Maximum number of words of a query. The rest is ignored. */
const MAX_WORDS = 32
const PARTS = /(-?)"([^"]*)"?|(\S+)/gu

/**
 * Parses a query in the syntax of web search engines: all words must occur, `"…"` is a phrase, `or` separates
 * alternatives, and `-` excludes the word or phrase that follows. The last word also matches as a prefix. Returns
 * null for a query without words.
 * @throws AppError INVALID_PARAM on `field` for a query that is too long, by default of more than 500 characters
 */
export function parseQuery(field: string, text: string, syntax = WORDS): ParsedQuery | null {
  if (isLongerThan(text, syntax.maxLength))
    throw invalidParam(field, `is too long (maximum is ${syntax.maxLength} characters)`)
  const alternatives: ParsedQuery = [[]]
  let count = 0
  const parts = [...text.matchAll(PARTS)]
  for (const [index, [whole, minus, phrase, word]] of parts.entries()) {
    if (/^or$/i.test(whole) && index > 0 && index < parts.length - 1) {
      alternatives.push([])
      continue
    }
    const words = syntax.wordsOf(phrase ?? word ?? '').slice(0, MAX_WORDS - count)
    count += words.length
    const isLast = phrase === undefined && index === parts.length - 1 && /[\p{L}\p{N}\p{M}]$/u.test(text)
    const not = phrase === undefined ? /^-./.test(whole) : minus === '-'
    // A word of a script without spaces is several words, which need not be adjacent.
    const terms = phrase === undefined && !not && isUnspaced(word ?? '') ? words.map((one) => [one]) : [words]
    for (const [number, term] of terms.entries())
      if (term.length > 0)
        alternatives
          .at(-1)
          ?.push({ words: term, isPrefix: isLast && !not && number === terms.length - 1, not })
  }
  const usable = alternatives.filter((terms) => terms.length > 0)
  return usable.length > 0 ? usable : null
}
