/** Maximum length of a stored path in UTF-16 code units, so that an index can contain it. */
const MAX_LENGTH = 600

/**
 * Normalizes the path of an old address: without query, fragment and final slashes, in NFC. Null for a text that is no
 * path, for the root and for a path of more than 600 code units. The path must be percent-decoded.
 */
export function oldPathOf(path: string): string | null {
  const bare = path.split(/[?#]/, 1)[0]?.replace(/\/+$/, '').normalize('NFC') ?? ''
  if (!/^\/[^/\\]/.test(bare) || /\p{Cc}/u.test(bare) || bare.length > MAX_LENGTH) return null
  return bare.isWellFormed() ? bare : null
}
