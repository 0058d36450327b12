import type { PortalOrganization } from './organization.ts'
import { parameter, type PortalVisit } from './portal-visit.ts'

/** A language of changelog entries, such as `PT_BR`. */
export type Locale = PortalOrganization['defaultLocale']

/** Returns the code of a language for addresses and `lang`, such as `pt-BR`. */
export function codeOf(locale: Locale): string {
  const [language = '', region] = locale.split('_')
  return region ? `${language.toLowerCase()}-${region}` : language.toLowerCase()
}

/** Returns the language of a code, as the schema names it. */
export const localeOfCode = (code: string): Locale => code.replace('-', '_').toUpperCase() as Locale

/** Returns the name of a language in itself, such as `Deutsch`. */
export function languageName(code: string): string {
  const name = OWN_NAMES[code] ?? new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** Names of languages that have others in the data of the platform than their readers look for. */
const OWN_NAMES: Record<string, string> = {
  zh: '简体中文',
  'zh-TW': '繁體中文',
  id: 'Bahasa Indonesia',
  ms: 'Bahasa Melayu',
}

/** Returns the direction of a language's script. */
export const directionOf = (code: string): 'ltr' | 'rtl' => (code === 'ar' ? 'rtl' : 'ltr')

/**
 * Returns the language of a feed: undefined for an organization with one language, null for a language that it does
 * not have.
 */
export function feedLanguage(visit: PortalVisit): Locale | undefined | null {
  const { locales, defaultLocale } = visit.organization
  const wanted = parameter(visit, 'lang')
  if (wanted !== null) return locales.find((locale) => codeOf(locale) === wanted) ?? null
  return locales.length > 1 ? defaultLocale : undefined
}

/**
 * Returns the language of the entries on a page: that of its texts if the organization has it, else the default.
 * Undefined for an organization with one language. Null for a language that there is not.
 */
export function entryLanguage(visit: PortalVisit): Locale | undefined | null {
  const { locales, defaultLocale } = visit.organization
  if (visit.lang === null && parameter(visit, 'lang') !== null) return null
  if (locales.length < 2) return undefined
  return locales.find((locale) => codeOf(locale) === visit.words.code) ?? defaultLocale
}
