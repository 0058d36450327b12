import type { Transaction } from '../../db/database.ts'
import { readPersonalRows, type PersonalRow, type PersonalUpload } from './personal-data.ts'
import { PERSONAL_LISTS } from './personal-lists.ts'

/** Data of a person that is read before the lists. */
type Person = {
  tx: Transaction
  organizationId: number
  userId: number
  profile: PersonalRow
  uploads: readonly PersonalUpload[]
  /** Whether internal comments are left out. */
  isPublic: boolean
}

/** Writes `data.json`: the profile, and each list with a row per line. */
export async function* personJson(person: Person): AsyncGenerator<string> {
  const { profile, uploads } = person
  yield `{\n"profile": ${JSON.stringify(profile)}`
  for (const list of PERSONAL_LISTS) {
    yield `,\n"${list.name}": [`
    let separator = '\n'
    for await (const row of readPersonalRows(person.tx, list, person)) {
      yield separator + JSON.stringify(row)
      separator = ',\n'
    }
    yield ']'
  }
  yield `,\n"uploads": ${JSON.stringify(uploads.map(({ file, createdAt }) => ({ file, createdAt })))}\n}\n`
}

/** Writes `data.html`: the same for people. All texts are escaped, so that nothing in them is executed or loaded. */
export async function* personHtml(person: Person): AsyncGenerator<string> {
  const { profile, uploads } = person
  yield `<!doctype html><html lang="en"><meta charset="utf-8"><title>Personal data</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:">
<style>body{font:16px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}table{border-collapse:collapse}
td,th{border:1px solid #ccc;padding:.3em .6em;text-align:start;vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere}</style>
<h1>Personal data</h1><h2>Profile</h2><table>`
  for (const [name, value] of Object.entries(profile)) yield `<tr><th>${escaped(name)}<td>${escaped(value)}`
  yield '</table>'
  for (const list of PERSONAL_LISTS) {
    yield `<h2>${escaped(list.title)}</h2>`
    let isEmpty = true
    for await (const row of readPersonalRows(person.tx, list, person)) {
      if (isEmpty)
        yield `<table><tr>${Object.keys(row)
          .map((name) => `<th>${escaped(name)}`)
          .join('')}`
      isEmpty = false
      yield `<tr>${Object.values(row)
        .map((value) => `<td>${escaped(value)}`)
        .join('')}`
    }
    yield isEmpty ? '<p>None.</p>' : '</table>'
  }
  yield `<h2>Pictures</h2>${uploads.map(({ file }) => `<p><a href="${escaped(file)}">${escaped(file)}</a>`).join('')}</html>\n`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(value: unknown): string {
  const text =
    value instanceof Date
      ? value.toISOString()
      : typeof value === 'string'
        ? value
        : JSON.stringify(value ?? '')
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}
