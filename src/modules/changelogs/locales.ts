/**
 * Locales of changelog entries (operation `createChangelog`). `zh` is Simplified Chinese, `zh-TW` Traditional
 * Chinese.
 */
export const LOCALES = [
  'en',
  'es',
  'pt',
  'de',
  'fr',
  'ja',
  'ru',
  'ko',
  'zh',
  'zh-TW',
  'pt-BR',
  'it',
  'nl',
  'tr',
  'id',
  'vi',
  'th',
  'pl',
  'sv',
  'ms',
  'tl',
  'da',
  'ar',
] as const

/** Code of a locale. */
export type Locale = (typeof LOCALES)[number]
