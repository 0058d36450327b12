import { parseQuery, type ParsedQuery, type Term } from './parse-query.ts'
import type { DocumentKind } from './store-documents.ts'
import { withoutAccents } from './words.ts'

/**
 * Maximum length of a search for customers, in UTF-16 units. No name or e-mail is longer.
 */
const MAX_CUSTOMER_SEARCH = 255
/** Characters of words of customers, as in the SQL function `customer_document`: all but the signs of ASCII. */
const CUSTOMER_WORD = /[a-z0-9\u0080-\u{10ffff}]+/gu
/** Maximum length of a word of a customer, in characters. */
const MAX_CUSTOMER_WORD = 64
/** Parts of Korean words in a query, as `wordsOf` returns them. */
const SYLLABLE = /^\p{Script=Hangul}$/u
const PAIR = /^\p{Script=Hangul}{2}$/u

/**
 * Returns the parameter of `queryOf` for a query in the syntax of `parseQuery`. Null for a query without words,
 * which finds nothing.
 * @throws AppError INVALID_PARAM on `field` for a query of more than 500 characters, for customers 255
 */
export function queryParameter(kind: DocumentKind, field: string, search: string): string | null {
  if (kind !== 'customer') {
    const query = parseQuery(field, search)
    return query && JSON.stringify(query.map((terms) => terms.map(stemmed)))
  }
  const query = parseQuery(field, search, { wordsOf: customerWords, maxLength: MAX_CUSTOMER_SEARCH })
  return query && literally(query)
}

/**
 * Returns the tsquery of a parameter of `queryParameter`, as SQL. PostgreSQL computes it once for each execution.
 * `$1` is the organization's id.
 */
export const queryOf = (kind: DocumentKind, parameter: string): string =>
  kind === 'customer'
    ? `(select ${parameter}::text::tsquery)`
    : `(select search_query(o.default_locale, ${parameter}::jsonb) from organizations o where o.id = $1)`

/** A term in tsquery syntax, as the SQL function `search_query` reads it. */
function stemmed({ words: all, isPrefix, not }: Term) {
  const isSyllable = SYLLABLE.test(all.at(-1) ?? '')
  // The pair before the last syllable contains it, and a syllable alone is the start of pairs.
  const words = isSyllable && PAIR.test(all.at(-2) ?? '') ? all.slice(0, -1) : all
  const folded = words.map(withoutAccents)
  const phrase = (parts: string[]) => parts.join(' <-> ')
  return {
    /** Its words, which PostgreSQL reduces to stems. */
    stem: phrase(words),
    /** The same without accents. */
    folded: phrase(folded),
    /** The words without accents, which match exactly. */
    exact: phrase(folded) + (isPrefix || isSyllable ? ':*' : ''),
    not,
  }
}

/** A query of words that match as they are written, in tsquery syntax. The words have no signs of ASCII. */
function literally(query: ParsedQuery): string {
  const termOf = ({ words, isPrefix, not }: Term) =>
    `${not ? '!' : ''}(${words.map((word) => `'${word}'`).join(' <-> ')}${isPrefix ? ':*' : ''})`
  return query.map((terms) => `(${terms.map(termOf).join(' & ')})`).join(' | ')
}

function customerWords(text: string): string[] {
  const folded = text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
  return Array.from(folded.matchAll(CUSTOMER_WORD), ([word]) =>
    [...word].slice(0, MAX_CUSTOMER_WORD).join(''),
  )
}
