import { LOCALE } from '../../messages.ts'
import type { Organization } from './organization-documents.ts'

export type Locale = Organization['defaultLocale']

const NAMES = new Intl.DisplayNames(LOCALE, { type: 'language' })

/** Returns the code of a locale for addresses, such as `pt-BR`. */
export const codeOf = (locale: Locale): string => {
  const [language = '', region] = locale.split('_')
  return [language.toLowerCase(), ...(region ? [region] : [])].join('-')
}

/** Returns the name of a locale, such as "Brazilian Portuguese". */
export const nameOf = (locale: Locale): string => NAMES.of(codeOf(locale)) ?? locale

/** Every locale that the portal may have, by name. A missing one fails the type check. */
const ORDER: Record<Locale, true> = {
  AR: true,
  DA: true,
  DE: true,
  EN: true,
  ES: true,
  FR: true,
  ID: true,
  IT: true,
  JA: true,
  KO: true,
  MS: true,
  NL: true,
  PL: true,
  PT: true,
  PT_BR: true,
  RU: true,
  SV: true,
  TH: true,
  TL: true,
  TR: true,
  VI: true,
  ZH: true,
  ZH_TW: true,
}

export const ALL_LOCALES = (Object.keys(ORDER) as Locale[]).toSorted((a, b) =>
  nameOf(a).localeCompare(nameOf(b), LOCALE),
)
