import { readFileSync } from 'node:fs'
import { LOCALES, type Locale } from '../../modules/changelogs/locales.ts'
import { fillMessage, messageParts } from '../../lib/text/fill-message.ts'
import { isoTimestamp, type Timestamp } from '../../lib/graphql-client/timestamp.ts'
import consent from '../consent-messages/en.json' with { type: 'json' }
import en from '../messages/en.json' with { type: 'json' }
import notifications from '../messages/notifications/en.json' with { type: 'json' }
import providers from '../messages/providers/en.json' with { type: 'json' }
import type { Html } from '../html.ts'

type Messages = typeof en & typeof consent & typeof notifications & typeof providers
type Key = keyof Messages
/** Key of a text that depends on a number. */
export type CountKey = { [K in Key]: Messages[K] extends string ? never : K }[Key]
/** Key of a text. */
export type TextKey = Exclude<Key, CountKey>
type Values = Record<string, string | number>

/** The texts of one language, with its numbers and dates. Texts are no HTML: templates escape them. */
export type Words = {
  /** Code of the language, such as `pt-BR`. */
  code: Locale
  dir: 'ltr' | 'rtl'
  text: (key: TextKey, values?: Values) => string
  /** Returns a text in parts, with HTML as its values. */
  rich: (key: TextKey, values: Record<string, Html>) => (string | Html)[]
  /** Returns the text of a number in the plural form of the language. `{count}` is the number. */
  count: (key: CountKey, count: number, values?: Values) => string
  number: (value: number) => string
  /** Returns a day in UTC, because a page is the same for readers of all time zones. */
  day: (moment: Timestamp, style?: 'medium' | 'long') => string
}

const codes: ReadonlySet<string> = new Set(LOCALES)
const wordsByCode = new Map<string, Words>()

/** Returns the texts of a language, which are read at the first use. Those of English for an unknown code. */
export function wordsOf(code: string): Words {
  const cached = wordsByCode.get(code)
  if (cached) return cached
  if (!codes.has(code)) return wordsOf('en')
  const words = createWords(code as Locale)
  wordsByCode.set(code, words)
  return words
}

function createWords(code: Locale): Words {
  const read = (folder: string) =>
    JSON.parse(
      readFileSync(new URL(`../${folder}/${code.toLowerCase()}.json`, import.meta.url), 'utf8'),
    ) as object
  const messages = {
    ...read('messages'),
    ...read('consent-messages'),
    ...read('messages/notifications'),
    ...read('messages/providers'),
  } as Messages
  const { plurals, numbers, days } = createFormats(code)
  return {
    code,
    dir: code === 'ar' ? 'rtl' : 'ltr',
    text: (key, values) => fillMessage(messages[key], values),
    rich: (key, values) =>
      messageParts(messages[key]).map((part, at) => (at % 2 === 0 ? part : (values[part] ?? ''))),
    count(key, count, values) {
      const forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string } = messages[key]
      return fillMessage(forms[plurals.select(count)] ?? forms.other, {
        count: numbers.format(count),
        ...values,
      })
    },
    number: (value) => numbers.format(value),
    day: (moment, style = 'medium') => days[style].format(new Date(isoTimestamp(moment))),
  }
}

function createFormats(code: Locale) {
  const format = (month: 'short' | 'long') =>
    new Intl.DateTimeFormat(code, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })
  return {
    plurals: new Intl.PluralRules(code),
    numbers: new Intl.NumberFormat(code),
    days: { medium: format('short'), long: format('long') },
  }
}
