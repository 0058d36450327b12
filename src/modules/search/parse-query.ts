import { invalidParam } from '../../lib/errors.ts'
import { foldedWord, isUnspaced, wordsOf } from './words.ts'

/** A word or phrase of a query in tsquery syntax. */
type Term = {
  /** Its words, which PostgreSQL reduces to stems. */
  stem: string
  /** The same without accents. */
  folded: string
  /** The words without accents, which match exactly. The last word of a query is a prefix. */
  exact: string
  /** Whether it must not match. */
  not: boolean
}

/** Terms of a query. One of the alternatives must match, with all of its terms. */
type ParsedQuery = Term[][]

/** Maximum length of a query, in UTF-16 units. */
const MAX_QUERY = 500
/** Maximum number of words of a query. The rest is ignored. */
const MAX_WORDS = 32
const PARTS = /(-?)"([^"]*)"?|(\S+)/gu

/**
 * Parses a query in the syntax of web search engines: all words must occur, `"…"` is a phrase, `or` separates
 * alternatives, and `-` excludes the word or phrase that follows. The last word also matches as a prefix.
 * Returns
 * null for a query without words.
 * @throws AppError INVALID_PARAM on `field` for a query of more than 500 characters
 */
export function parseQuery(field: string, text: string): ParsedQuery | null {
  if (text.length > MAX_QUERY) throw invalidParam(field, `is too long (maximum is ${MAX_QUERY} characters)`)
  const alternatives: ParsedQuery = [[]]
  let count = 0
  const parts = [...text.matchAll(PARTS)]
  for (const [index, [whole, minus, phrase, word]] of parts.entries()) {
    if (/^or$/i.test(whole)) {
      alternatives.push([])
      continue
    }
    const words = wordsOf(phrase ?? word ?? '').slice(0, MAX_WORDS - count)
    count += words.length
    const isPrefix = phrase === undefined && index === parts.length - 1 && /[\p{L}\p{N}\p{M}]$/u.test(text)
    const not = phrase === undefined ? /^-./.test(whole) : minus === '-'
    // A word of a script without spaces is several words, which need not be adjacent.
    const terms = phrase === undefined && !not && isUnspaced(word ?? '') ? words.map((one) => [one]) : [words]
    for (const [number, term] of terms.entries())
      if (term.length > 0)
        alternatives
          .at(-1)
          ?.push(termOf(term, { isPrefix: isPrefix && !not && number === terms.length - 1, not }))
  }
  const usable = alternatives.filter((terms) => terms.length > 0)
  return usable.length > 0 ? usable : null
}

function termOf(words: string[], { isPrefix, not }: { isPrefix: boolean; not: boolean }): Term {
  const folded = words.map(foldedWord)
  const phrase = (parts: string[]) => parts.join(' <-> ')
  return {
    stem: phrase(words),
    folded: phrase(folded),
    exact: phrase(folded) + (isPrefix ? ':*' : ''),
    not,
  }
}
