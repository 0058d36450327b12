import { unprocessable } from '../../lib/errors.ts'
import type { Locale } from '../changelogs/locales.ts'

type LocaleSettings = { locales: string[]; defaultLocale: string }

/**
 * Returns the columns of a change of the locales. The default locale is always one of them.
 * @throws AppError UNPROCESSABLE for a locale that is contained twice, a default that is not among the locales,
 * and locales without the present default
 */
export function localeSettings(
  before: LocaleSettings,
  changes: { locales?: readonly Locale[] | null | undefined; defaultLocale?: Locale | null | undefined },
): Partial<LocaleSettings> {
  const locales: readonly string[] = changes.locales ?? before.locales
  const defaultLocale = changes.defaultLocale ?? before.defaultLocale
  if (new Set(locales).size < locales.length) throw unprocessable('locales', 'contains a locale twice')
  if (!locales.includes(defaultLocale))
    throw changes.defaultLocale == null
      ? unprocessable('locales', `must contain the default locale ${defaultLocale}`)
      : unprocessable('defaultLocale', 'must be among the locales')
  return {
    ...(changes.locales != null && { locales: [...changes.locales] }),
    ...(changes.defaultLocale != null && { defaultLocale }),
  }
}
