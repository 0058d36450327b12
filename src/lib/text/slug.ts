import transliterated from '@sindresorhus/slugify'

const MAX_LENGTH = 80
const MAX_TITLE = 500

/**
 * Converts a title to a slug of 1 to 80 characters, lower case words joined by `-`. Scripts with a Latin form are
 * transliterated. Other titles keep their own letters and digits. Without any, the slug is `untitled`.
 */
export function slugify(title: string): string {
  const text = title.slice(0, MAX_TITLE).toWellFormed().normalize('NFKC')
  const latin = transliterated(text, { decamelize: false, preserveCharacters: [...new Set(foreign(text))] })
  return shorten(foreign(latin).length ? inOwnScript(text) : latin) || 'untitled'
}

/** Returns the first of `base`, `base-2`, `base-3` and so on that is not in `taken`. */
export function nextSlug(base: string, taken: Iterable<string>): string {
  const used = new Set(taken)
  let slug = base
  for (let count = 2; used.has(slug); count += 1) slug = numberedSlug(base, count)
  return slug
}

/** Returns the slug with a number from 1: `base`, `base-2`, `base-3` and so on. */
export const numberedSlug = (base: string, count: number) => (count === 1 ? base : `${base}-${count}`)

function foreign(text: string): string[] {
  return text.match(/(?![a-z\d])[\p{L}\p{N}]/giu) ?? []
}

function inOwnScript(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

function shorten(slug: string): string {
  if (slug.length <= MAX_LENGTH) return slug
  const cut = slug.slice(0, MAX_LENGTH + 1).lastIndexOf('-')
  if (cut > 0) return slug.slice(0, cut)
  return slug.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')
}
