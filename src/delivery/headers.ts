/** Headers of a message as pairs of a name in lower case and a value, in their order. */
export type HeaderPairs = [name: string, value: string][]

/** Headers of a response as they are stored. */
export type StoredHeaders = { pairs: HeaderPairs; isTruncated: boolean }

/** Maximum number of headers of a response that are stored. */
const MAX_HEADERS = 100
/** Maximum number of characters of their names and values. */
const MAX_CHARACTERS = 8_192

/** Headers that contain credentials of the receiver. Their values are replaced. */
const SECRET = new Set(['set-cookie', 'set-cookie2', 'cookie', 'authorization', 'proxy-authorization'])
/** Replaces the value of a header that contains credentials. */
export const REDACTED = '[redacted]'

/**
 * Returns the headers of a response as PostgreSQL can store them: at most 100 and 8,192 characters. The value
 * that exceeds the limit is cut. Values are decoded as UTF-8, and invalid bytes become U+FFFD. Values of
 * cookies and credentials are replaced. `headers` are those of undici, with one character per byte.
 */
export function storedHeaders(headers: Record<string, string | string[] | undefined>): StoredHeaders {
  const pairs: HeaderPairs = []
  let left = MAX_CHARACTERS
  for (const [name, values] of Object.entries(headers)) {
    for (const value of typeof values === 'string' ? [values] : (values ?? [])) {
      if (pairs.length === MAX_HEADERS || name.length > left) return { pairs, isTruncated: true }
      left -= name.length
      const text = SECRET.has(name) ? REDACTED : decoded(value)
      const kept = text.slice(0, left).toWellFormed()
      pairs.push([name, kept])
      if (kept.length < text.length) return { pairs, isTruncated: true }
      left -= kept.length
    }
  }
  return { pairs, isTruncated: false }
}

/** Returns the number of characters of headers. */
export function headerCharacters(pairs: HeaderPairs | null): number {
  let characters = 0
  for (const [name, value] of pairs ?? []) characters += name.length + value.length
  return characters
}

/** A value without these is the same in UTF-8. */
const NOT_PLAIN = /[\0\x80-\xff]/

function decoded(value: string): string {
  return NOT_PLAIN.test(value)
    ? Buffer.from(value, 'latin1').toString('utf8').replaceAll('\0', '\uFFFD')
    : value
}
