import { invalidParam } from '../../lib/errors.ts'

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

export const DEFAULT_LOCALE = 'en'

/** @throws AppError INVALID_PARAM on `locale` for an unknown code */
export function assertLocale(locale: string): void {
  if (!(LOCALES as readonly string[]).includes(locale))
    throw invalidParam('locale', 'is not included in the list')
}
