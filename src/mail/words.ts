import { readFileSync } from 'node:fs'
import { fillMessage } from '../lib/text/fill-message.ts'
import { LOCALES, type Locale } from '../modules/changelogs/locales.ts'
import type en from './messages/en.json'

export type MailWords = {
  /** Code of the language, such as `pt-BR`. */
  code: Locale
  dir: 'ltr' | 'rtl'
  /** Returns a text, which is no HTML. */
  text: (key: keyof typeof en, values?: Readonly<Record<string, string>>) => string
}

const wordsByCode = new Map<Locale, MailWords>()

/** Returns the texts of mails in a language, which are read at the first use. Those of English for an unknown code. */
export function mailWords(locale: string): MailWords {
  const code = LOCALES.find((known) => known.toLowerCase() === locale.toLowerCase()) ?? 'en'
  const words = wordsByCode.get(code) ?? readWords(code)
  wordsByCode.set(code, words)
  return words
}

function readWords(code: Locale): MailWords {
  const file = new URL(`messages/${code.toLowerCase()}.json`, import.meta.url)
  const messages = JSON.parse(readFileSync(file, 'utf8')) as typeof en
  return {
    code,
    dir: code === 'ar' ? 'rtl' : 'ltr',
    text: (key, values) => fillMessage(messages[key], values),
  }
}
