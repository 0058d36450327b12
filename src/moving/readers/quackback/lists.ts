import { splitList } from '../../../lib/text/list-text.ts'
import { addressOf, colorOf, keyOfName } from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type { BucketRecord, ChangelogRecord, PersonRecord, StatusRecord, TagRecord } from '../../records.ts'
import { statusKindOf } from '../../rules/status-synonyms.ts'
import { fitTitle } from '../../rules/titles.ts'
import type { Row } from '../../sources/row.ts'

/** Converts a status. Posts name it by its name. Its category gives the kind where the name does not. */
export function toStatus(row: Row): Found {
  const [name, category] = [row.required('name'), row.word('category')]
  const kind =
    statusKindOf(name) ??
    (category === 'complete' ? 'completed' : category === 'closed' ? 'closed' : undefined)
  const status: StatusRecord = {
    type: 'status',
    externalId: keyOfName(name),
    origin: row.origin,
    name,
    kind,
    slug: row.word('slug'),
    color: colorOf(row.word('color')),
    position: row.count('position'),
  }
  return { records: [status] }
}

/** Converts a board. Posts name it by its slug. */
export function toBoard(row: Row): Found {
  const slug = row.required('slug')
  const bucket: BucketRecord = {
    type: 'bucket',
    externalId: slug,
    origin: row.origin,
    name: row.required('name'),
    slug,
    description: row.text('description'),
  }
  return { records: [bucket] }
}

/** Converts a tag. Posts name it by its name. */
export function toTag(row: Row): Found {
  const name = row.required('name')
  const tag: TagRecord = {
    type: 'tag',
    externalId: keyOfName(name),
    origin: row.origin,
    name,
    color: colorOf(row.word('color')),
  }
  const isDescribed = row.word('description') !== undefined
  return {
    records: [tag],
    losses: [loss('descriptions of tags', 'Tags have none here.', Number(isDescribed))],
  }
}

/** Converts a user. Segments become labels. A user without an address has no key and is left out. */
export function toUser(row: Row): Found {
  const email = addressOf(row, 'email')
  if (email === undefined) return { losses: [loss('people', 'They have no e-mail address.')] }
  const labels = splitList(row.word('segments') ?? '')
  const person: PersonRecord = {
    type: 'person',
    externalId: email,
    origin: row.origin,
    name: row.word('name'),
    email,
    ...(labels.length > 0 && { labels }),
    createdAt: row.moment('joined_at'),
  }
  return { records: [person] }
}

/** Converts an entry of the changelog. */
export function toChangelog(row: Row): Found {
  const { title, whole } = fitTitle(row.text('title') ?? '')
  if (title === '') row.refuse('title', '', 'is missing')
  const text = row.text('content') ?? ''
  const entry: ChangelogRecord = {
    type: 'changelog',
    externalId: row.id(),
    origin: row.origin,
    title,
    text: { markdown: whole === null ? text : `${whole}\n\n${text}` },
    labels: [],
    posts: [],
    publishedAt: row.moment('display_date') ?? row.moment('published_at'),
    paths: [],
    createdAt: row.moment('created_at'),
    updatedAt: row.moment('updated_at'),
  }
  return { records: [entry] }
}
