import { escapeHtml } from '../lib/rich-text/plain-text.ts'
import type { Loss } from './items.ts'
import { loss } from './lists.ts'
import type { Origin } from './record-base.ts'
import type {
  BucketRecord,
  CommentRecord,
  LabelRecord,
  PersonRecord,
  PostRecord,
  RichText,
  StatusRecord,
  TagRecord,
} from './records.ts'
import { emailOf, isMaskedEmail } from './rules/emails.ts'
import { ANONYMOUS, nameKey } from './rules/people.ts'
import { fitTitle } from './rules/titles.ts'
import type { Row } from './sources/row.ts'

/** The one person who replaces all authors without a name. */
export const anonymousPerson = (origin: Origin): PersonRecord => ({
  type: 'person',
  externalId: ANONYMOUS,
  origin,
  name: 'Anonymous',
})

/** A person of whom the source has a name only. The anonymous one without a name. */
export function personByName(name: string | undefined, origin: Origin): PersonRecord {
  const externalId = nameKey(name ?? '')
  return externalId === ANONYMOUS
    ? anonymousPerson(origin)
    : { type: 'person', externalId, origin, name: name?.trim() }
}

/**
 * A person of whom the source has an address, a name or neither, and no id. The key is the address. `strict` makes an
 * invalid address a problem of the row. Else it is left out, and the person is one by name.
 */
export function personByEmail(
  row: Row,
  fields: { email: string; name: string },
  { strict = false } = {},
): PersonRecord {
  const { origin } = row
  const [given, name] = [row.word(fields.email), row.word(fields.name)]
  const email = given === undefined ? null : emailOf(given)
  if (email !== null) return { type: 'person', externalId: email, origin, name, email }
  if (strict && given !== undefined && !isMaskedEmail(given))
    row.refuse(fields.email, given, 'is not an e-mail address')
  return personByName(name, origin)
}

/** The normalized address of a field. Undefined for one that is masked or invalid. */
export function addressOf(row: Row, field: string): string | undefined {
  const given = row.word(field)
  return given === undefined ? undefined : (emailOf(given) ?? undefined)
}

/** The loss of an address that is masked or invalid. Its count is 0 for another, and without one. */
export function droppedAddress(row: Row, field: string): Loss {
  const given = row.word(field)
  const isDropped = given !== undefined && emailOf(given) === null
  return loss('e-mail addresses', 'They are masked or invalid.', Number(isDropped))
}

/** Title and text of a post. A title that is cut comes before the text as a whole. */
export function titleAndText(row: Row, field: string, text: RichText): Pick<PostRecord, 'title' | 'text'> {
  const given = row.text(field)
  if (given === undefined) {
    if (row.problems.length === 0 || !row.problems.some((problem) => problem.field === field))
      row.refuse(field, '', 'is missing')
    return { title: '', text }
  }
  const { title, whole } = fitTitle(given)
  return { title, text: whole === null ? text : withFirstLine(whole, text) }
}

function withFirstLine(line: string, text: RichText): RichText {
  if ('markdown' in text) return { markdown: `${escapeMarkdown(line)}\n\n${text.markdown}` }
  if ('html' in text) return { html: `<p>${escapeHtml(line)}</p>${text.html}` }
  return { plain: `${line}\n\n${text.plain}` }
}

const escapeMarkdown = (text: string) => text.replaceAll(/[\\`*_{}[\]<>()#+\-.!|&]/g, '\\$&')

/** A post with the values of most sources. */
export const postDraft = (
  row: Row,
  externalId: string,
  rest: Partial<PostRecord> & Pick<PostRecord, 'title' | 'text'>,
): PostRecord => ({
  type: 'post',
  externalId,
  origin: row.origin,
  tags: [],
  approval: 'approved',
  hidden: false,
  pinned: false,
  paths: [],
  notes: [],
  ...rest,
})

/** A comment with the values of most sources. */
export const commentDraft = (
  row: Row,
  externalId: string,
  rest: Partial<CommentRecord> & Pick<CommentRecord, 'post' | 'text'>,
): CommentRecord => ({
  type: 'comment',
  externalId,
  origin: row.origin,
  internal: false,
  pinned: false,
  approval: 'approved',
  deleted: false,
  ...rest,
})

type Named = StatusRecord | BucketRecord | TagRecord | LabelRecord

/** A status, bucket, tag or label of which the source has a name only. Its key is the name in lower case. */
export function byName<Type extends Named['type']>(type: Type, name: string, origin: Origin) {
  return { type, externalId: keyOfName(name), origin, name: name.trim() }
}

/** Key of a status, bucket, tag or label of which the source has a name only. */
export const keyOfName = (name: string): string =>
  name.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** A status, bucket or tag of which the source has an id only, so that a map must name it. */
export function unnamed<Type extends 'status' | 'bucket' | 'tag'>(type: Type, id: string, origin: Origin) {
  return { type, externalId: id, origin, name: id, unnamed: true as const }
}

/** A color as `#rrggbb`. Undefined for another form. */
export function colorOf(value: string | undefined): string | undefined {
  const digits = /^#?([\da-f]{6})$/i.exec(value ?? '')?.[1]
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`
}

/** Path of an address, percent-decoded, without `/` at its end. Undefined if it is no address. */
export function pathOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  try {
    return decodeURIComponent(new URL(address).pathname).replace(/(?<=.)\/$/, '')
  } catch {
    return undefined
  }
}

/** Markdown of pictures, one a line. Only addresses with `https:` or `http:` are taken. */
export const pictures = (addresses: readonly string[]): string =>
  addresses
    .filter((address) => /^https?:/i.test(address) && URL.canParse(address))
    .map((address) => `![](${new URL(address).href.replaceAll(/[()]/g, encodeURIComponent)})`)
    .join('\n\n')

/** Custom fields of an object: texts, numbers and Booleans as they are, and other values as JSON. */
export function customFieldsOf(row: Row | undefined): Record<string, unknown> | undefined {
  const fields = Object.keys(row?.values ?? {}).flatMap((name): [string, unknown][] => {
    const value = row?.values[name]
    if (value === null || value === undefined || value === '') return []
    if (typeof value === 'object') return [[name, JSON.stringify(value)]]
    return [[name, typeof value === 'string' ? row?.text(name) : value]]
  })
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}
