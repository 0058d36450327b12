import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import { LOCALES, type Locale as Code } from '../../modules/changelogs/locales.ts'
import { codeOf, type Locale } from './languages.ts'
import type { PortalOrganization } from './organization.ts'
import { wordsOf, type Words } from './words.ts'

/** Language of the texts of a page for its reader. */
export type ReaderLanguage = {
  words: Words
  /** Code that the address names, which links keep. Null if the browser or the organization determines it. */
  lang: Code | null
}

const byName = new Map(LOCALES.map((code) => [code.toLowerCase(), code]))
/** Codes that browsers send for languages with another code here. */
const OTHER_NAMES: [prefix: string, code: Code][] = [
  ['zh-tw', 'zh-TW'],
  ['zh-hk', 'zh-TW'],
  ['zh-mo', 'zh-TW'],
  ['zh-hant', 'zh-TW'],
  ['fil', 'tl'],
  ['in', 'id'],
]

/** Headers that browsers send are few. Their languages are stored. */
const preferences = new LRUCache<string, { code: Code | null }>({ max: 1000 })
const MAX_HEADER = 200

/** Returns the language that the address of a request names with `lang`. Null without a known one. */
export function addressLanguage({ query }: Pick<Request, 'query'>): Code | null {
  const lang: unknown = Array.isArray(query.lang) ? query.lang.at(-1) : query.lang
  return typeof lang === 'string' ? (byName.get(lang.toLowerCase()) ?? null) : null
}

/**
 * Returns the language that a reader asks for: that of the address, else the first of `Accept-Language` (RFC 9110
 * section 12.5.4) that has texts. Null without one. It is one of 24 values, so that a cache of pages may depend on it.
 */
export function preferredLanguage(request: Request): Code | null {
  const named = addressLanguage(request)
  if (named !== null) return named
  const header = request.headers['accept-language']
  if (header === undefined) return null
  const stored = preferences.get(header)
  if (stored) return stored.code
  const code = header.length > MAX_HEADER ? null : firstOf(request.acceptsLanguages())
  if (header.length <= MAX_HEADER) preferences.set(header, { code })
  return code
}

function firstOf(ranges: readonly string[]): Code | null {
  for (const range of ranges) {
    if (range === '*') return null
    const found = matchOf(range.toLowerCase())
    if (found) return found
  }
  return null
}

function matchOf(range: string): Code | undefined {
  const [language = ''] = range.split('-')
  const other = OTHER_NAMES.find(([prefix]) => range === prefix || range.startsWith(`${prefix}-`))
  return byName.get(range) ?? other?.[1] ?? byName.get(language)
}

/** Returns the texts of a page that belongs to no organization. English if the reader asks for no known language. */
export const wordsFor = (request: Request): Words => wordsOf(preferredLanguage(request) ?? 'en')

/**
 * Returns the language of a page of an organization: that of the address, else the one that the reader has chosen, else
 * that of the browser. The default is that of the organization. An organization that
 * has only a regional form of a language (`pt-BR`) answers in it to readers of the language.
 */
export function readerLanguage(
  request: Request,
  { locales, defaultLocale }: Pick<PortalOrganization, 'locales' | 'defaultLocale'>,
  chosen: Locale | null = null,
): ReaderLanguage {
  const lang = addressLanguage(request)
  if (lang !== null) return { words: wordsOf(lang), lang }
  if (chosen !== null) return { words: wordsOf(codeOf(chosen)), lang }
  const preferred = preferredLanguage(request)
  if (preferred === null) return { words: wordsOf(codeOf(defaultLocale)), lang }
  const codes = locales.map(codeOf)
  const related = codes.find((code) => code.split('-')[0] === preferred && preferred === 'pt')
  return { words: wordsOf(codes.includes(preferred) ? preferred : (related ?? preferred)), lang }
}

/** Returns the language of a document for programs, which is the same for all readers. */
export const documentLanguage = ({
  defaultLocale,
}: Pick<PortalOrganization, 'defaultLocale'>): ReaderLanguage => ({
  words: wordsOf(codeOf(defaultLocale)),
  lang: null,
})
