import { enumType } from '../../graphql/schema/enum.ts'
import type { Locale } from './locales.ts'

export const ChangelogStateRef = enumType('ChangelogState', 'Publication state of a changelog entry.', {
  draft: 'Draft, visible to the team only.',
  scheduled: 'Scheduled for publication, visible to the team only.',
  published: 'Published, visible to everyone.',
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

export const LocaleRef = enumType('Locale', 'Locale of the public pages or of a changelog entry.', LANGUAGES)
