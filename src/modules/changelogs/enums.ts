import { builder } from '../../graphql/builder.ts'
import { LOCALES, type Locale } from './locales.ts'

export const ChangelogStateRef = builder.enumType('ChangelogState', {
  description: 'Publication state of a changelog entry.',
  values: {
    DRAFT: { value: 'draft', description: 'Draft, visible to the team only.' },
    SCHEDULED: {
      value: 'scheduled',
      description: 'Scheduled for publication, visible to the team only.',
    },
    PUBLISHED: { value: 'published', description: 'Published, visible to everyone.' },
  } as const,
})

const LANGUAGES: Record<Locale, string> = {
  en: 'English.',
  es: 'Spanish.',
  pt: 'Portuguese.',
  de: 'German.',
  fr: 'French.',
  ja: 'Japanese.',
  ru: 'Russian.',
  ko: 'Korean.',
  zh: 'Simplified Chinese.',
  'zh-TW': 'Traditional Chinese.',
  'pt-BR': 'Brazilian Portuguese.',
  it: 'Italian.',
  nl: 'Dutch.',
  tr: 'Turkish.',
  id: 'Indonesian.',
  vi: 'Vietnamese.',
  th: 'Thai.',
  pl: 'Polish.',
  sv: 'Swedish.',
  ms: 'Malay.',
  tl: 'Tagalog.',
  da: 'Danish.',
  ar: 'Arabic.',
}

/** Name of a locale in GraphQL, such as `PT_BR` for the code `pt-BR`. */
const nameOf = (locale: Locale) => locale.replace('-', '_').toUpperCase()

export const LocaleRef = builder.enumType('Locale', {
  description: 'Locale of the public pages or of a changelog entry.',
  values: Object.fromEntries(
    LOCALES.map((locale) => [nameOf(locale), { value: locale, description: LANGUAGES[locale] }]),
  ),
})
