import { sql, type RawBuilder } from 'kysely'
import type { PersonWords } from './words-of-person.ts'

/** Shorter names are looked for as a whole value only, because many words contain them. */
const LEAST_PART = 4

/** Returns the condition that a text contains one of the words, ignoring case. A short name counts as a whole value. */
export function contains(text: RawBuilder<unknown>, words: PersonWords) {
  const looked = [
    ...words.emails.map(inJson),
    ...words.names.map((name) => (name.length < LEAST_PART ? JSON.stringify(name) : inJson(name))),
  ]
  return sql`coalesce(exists (select 1 from unnest(${looked}::text[]) as looked (word)
    where strpos(lower(${text}), lower(looked.word)) > 0), false)`
}

/** Returns a text as it is written inside of JSON. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** Returns a value of JSON without the words in its texts and names. */
export function withoutWords(value: unknown, words: PersonWords): unknown {
  if (typeof value === 'string') return withoutWordsInText(value, words)
  if (Array.isArray(value)) return value.map((item) => withoutWords(item, words))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [withoutWordsInText(key, words), withoutWords(item, words)]),
  )
}

function withoutWordsInText(text: string, { emails, names }: PersonWords): string {
  const all = [...emails, ...names.filter((name) => name.length >= LEAST_PART || name === text)]
  return all.reduce(
    (rest, word) =>
      rest.replaceAll(new RegExp(word.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'), 'giu'), 'deleted'),
    text,
  )
}
