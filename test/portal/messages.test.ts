import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '../../src/modules/changelogs/locales.ts'
import { ROOT } from '../support/contract/source-files.ts'

type Message = string | Record<string, string>

const FOLDERS = ['messages', 'consent-messages', 'messages/notifications', 'messages/providers'].map(
  (name) => `${ROOT}src/portal/${name}`,
)
const read = (file: string) =>
  Object.assign(
    {},
    ...FOLDERS.map((folder) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as object),
  ) as Record<string, Message>
const english = read('en.json')

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
/** Placeholders of a message. A form of the number one or two may be without it. */
const placeholdersOf = (message: Message) =>
  placeholders(typeof message === 'string' ? message : (message.other ?? ''))

test('there is a file for each language', () => {
  for (const folder of FOLDERS)
    expect(
      readdirSync(folder)
        .filter((name) => name.includes('.'))
        .sort(),
    ).toEqual(LOCALES.map((code) => `${code.toLowerCase()}.json`).sort())
})

describe.each(LOCALES)('%s', (code) => {
  const messages = read(`${code.toLowerCase()}.json`)

  test('has the keys and placeholders of English', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(english))
    for (const [key, message] of Object.entries(messages))
      expect(placeholdersOf(message), key).toEqual(placeholdersOf(english[key] ?? ''))
  })

  test('has exactly the plural forms of the language', () => {
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories.sort()
    for (const [key, message] of Object.entries(messages))
      if (typeof english[key] !== 'string') expect(Object.keys(message).sort(), key).toEqual(forms)
  })

  test('has no empty text', () => {
    const texts = Object.values(messages).flatMap((message) =>
      typeof message === 'string' ? [message] : Object.values(message),
    )
    expect(texts.filter((text) => text.trim() === '')).toEqual([])
  })

  test.runIf(code !== 'en')('has no sentence of English', () => {
    const kept = Object.entries(messages).filter(
      ([key, message]) => typeof message === 'string' && message.includes(' ') && message === english[key],
    )
    expect(kept).toEqual([])
  })
})
