import { createHash } from 'node:crypto'
import { byName, commentDraft, droppedAddress, personByEmail, postDraft, titleAndText } from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type { NeutralRecord, PersonRecord } from '../../records.ts'
import { comparableName } from '../../rules/names.ts'
import { ANONYMOUS } from '../../rules/people.ts'
import type { CsvTable } from '../../sources/csv.ts'
import type { Row } from '../../sources/row.ts'
import { unescaped } from './features.ts'

/** Ids of the features, by which a note names them. Without a file of features, a link is lost. */
export async function readLinks(features: CsvTable | undefined): Promise<(row: Row) => string | null> {
  const [ids, byTitle] = [new Set<string>(), new Map<string, string>()]
  if (features)
    for await (const row of features.rows()) {
      const [id, name] = [row.word('entity_uuid'), row.word('entity_name')]
      if (id === undefined) continue
      ids.add(id)
      if (name !== undefined) byTitle.set(name.toLowerCase(), id)
    }
  return (row) => {
    const id = row.word('feature_uuid') ?? row.word('entity_uuid') ?? row.word('feature_id')
    if (id !== undefined && ids.has(id)) return id
    const name = row.word('feature_name') ?? row.word('entity_name') ?? row.word('linked_feature')
    return (name !== undefined && byTitle.get(name.toLowerCase())) || null
  }
}

/**
 * Converts a row of a note and a linked feature: one vote of the person for the feature, and one internal comment of
 * the note for each feature. A note without a feature becomes a pending post in the bucket "Inbox".
 */
export function toNote(row: Row, featureOf: (row: Row) => string | null, given: Set<string>): Found {
  const { origin } = row
  const person = personOf(row)
  const feature = featureOf(row)
  const note = noteId(row)
  const dropped = [droppedAddress(row, 'user_email')]
  const isNew = (key: string) => !given.has(key) && Boolean(given.add(key))
  const text = unescaped(row.text('note_text') ?? '')
  const createdAt = row.moment('created_at')
  const records: NeutralRecord[] = [person]
  if (feature === null) {
    const losses = [loss('links', 'They name no feature of the files.', linkOf(row)), ...dropped]
    if (!isNew(`post ${note}`)) return { losses }
    const bucket = byName('bucket', 'Inbox', origin)
    const titled = titleAndText(row, row.word('note_title') === undefined ? 'note_text' : 'note_title', {
      markdown: text,
    })
    const draft = { ...titled, bucket: bucket.externalId, submitter: person.externalId, createdAt }
    records.push(bucket, postDraft(row, `note:${note}`, { ...draft, approval: 'pending' }))
    return { records, losses }
  }
  if (person.externalId !== ANONYMOUS && isNew(`vote ${feature} ${person.externalId}`))
    records.push({
      type: 'vote',
      externalId: `${feature}:${person.externalId}`,
      origin,
      post: feature,
      person: person.externalId,
      direction: 'up',
      createdAt,
    })
  if (isNew(`comment ${feature} ${note}`)) {
    const markdown = [row.word('note_title'), text]
      .filter((part) => part !== undefined && part !== '')
      .join('\n\n')
    const rest = { post: feature, author: person.externalId, text: { markdown }, internal: true, createdAt }
    records.push(commentDraft(row, `${feature}:${note}`, rest))
  }
  return { records, losses: dropped }
}

const LINKS = [
  'feature_uuid',
  'entity_uuid',
  'feature_id',
  'feature_name',
  'entity_name',
  'linked_feature',
] as const
const READ = new Set(
  [
    ...LINKS,
    ...['note_id', 'note_uuid', 'note_title', 'note_text', 'created_at'],
    ...['user_email', 'user_name', 'company_name', 'company_domain', 'error', ''],
  ].map(comparableName),
)

/** Headings of notes that are not read. */
export const unreadColumns = (notes: CsvTable | undefined): string[] =>
  (notes?.headings ?? []).filter((heading) => !READ.has(comparableName(heading)))

const linkOf = (row: Row) => Number(LINKS.some((name) => row.word(name) !== undefined))

const noteId = (row: Row): string =>
  row.word('note_id') ??
  row.word('note_uuid') ??
  createHash('sha256')
    .update(
      JSON.stringify([
        row.text('note_title'),
        row.text('note_text'),
        row.word('created_at'),
        row.word('user_email'),
      ]),
    )
    .digest('hex')
    .slice(0, 32)

function personOf(row: Row): PersonRecord {
  const person = personByEmail(row, { email: 'user_email', name: 'user_name' })
  const company = row.word('company_name')
  if (company === undefined || person.externalId === ANONYMOUS) return person
  return { ...person, companies: [{ externalId: row.word('company_domain') ?? company, name: company }] }
}
