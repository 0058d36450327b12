import { eventIdOf } from '../../../events/cursor.ts'
import { enumName, exportId, nodeId } from '../columns.ts'
import { TEXT_PAGE, type ExportRow, type ExportTable } from '../table.ts'

/** Webhooks of the organization itself. A password and the query of an address may be secrets, and are left out. */
export const WEBHOOKS: ExportTable = {
  file: 'webhooks',
  columns: {
    id: nodeId('Webhook', 'w.id'),
    name: 'w.name',
    url: 'w.url',
    events: `array(select upper(one.name) from unnest(w.events) with ordinality as one (name, number) order by one.number)`,
    document: 'w.document',
    createdAt: 'w.created_at',
    updatedAt: 'w.updated_at',
  },
  from: 'webhooks w',
  owner: 'w.organization_id',
  where: 'w.install_id is null',
  key: ['w.id'],
  convert: (row) => ({ ...row, url: withoutSecrets(String(row['url'])) }),
}

function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return ''
  const url = new URL(address)
  url.username = url.password = url.search = url.hash = ''
  return url.href
}

/** Uploads that a text has named. `sha256` is that of the file. */
export const UPLOADS: ExportTable = {
  file: 'uploads',
  columns: {
    id: nodeId('Upload', 'u.id'),
    type: enumName('u.type'),
    bytes: 'u.size',
    sha256: `encode(sha256(u.bytes), 'hex')`,
    createdAt: 'u.created_at',
  },
  from: 'uploads u',
  owner: 'u.organization_id',
  where: 'u.attached_at is not null',
  key: ['u.id'],
  page: TEXT_PAGE,
}

/** Type of the ids of imported objects, by kind of the reference. */
const TYPES = {
  status: 'Status',
  bucket: 'Bucket',
  tag: 'Tag',
  label: 'ChangelogLabel',
  person: 'User',
  post: 'Post',
  comment: 'Comment',
  roadmap: 'Roadmap',
  changelog: 'Changelog',
  merge: 'Post',
  upload: 'Upload',
} as const

function localIdOf(row: ExportRow): string {
  const [kind, id] = [String(row['kind']), Number(row['#local'])]
  return kind in TYPES ? exportId(TYPES[kind as keyof typeof TYPES], id) : String(id)
}

/**
 * References to the sources of imports, but those of our own exports. Votes, subscriptions and posts on roadmaps have
 * no ids of their own, and are found by their post.
 */
export const EXTERNAL_REFS: ExportTable = {
  file: 'external_refs',
  columns: {
    sourceName: 'e.source_name',
    kind: 'e.kind',
    externalId: 'e.external_id',
    localId: 'null::text',
    '#local': 'e.local_id',
  },
  from: 'external_refs e',
  owner: 'e.organization_id',
  where: `e.second_id is null and e.source_name not like 'echolog:%'`,
  key: ['e.source_name', 'e.kind', 'e.external_id'],
  start: ['', '', ''],
  convert: (row) => ({ ...row, localId: localIdOf(row) }),
}

/** Public paths of imported objects at their sources. */
export const ADDRESSES: ExportTable = {
  file: 'addresses',
  columns: { path: 'a.path', kind: 'a.kind::text', localId: 'null::text', '#local': 'a.local_id' },
  from: 'old_addresses a',
  owner: 'a.organization_id',
  key: ['a.path'],
  start: [''],
  convert: (row) => ({ ...row, localId: localIdOf(row) }),
}

const eventId = (row: ExportRow) =>
  eventIdOf({ position: Number(row['#position']), id: Number(row['#event']) })

/** The event log, in its order. */
export const EVENTS: ExportTable = {
  file: 'events',
  columns: {
    id: 'null::text',
    type: enumName('e.type'),
    postId: nodeId('Post', 'e.post_id'),
    subjectDatabaseId: 'e.subject_id',
    actorKind: enumName('e.actor_kind'),
    actorDatabaseId: 'e.actor_id',
    actorUserId: nodeId('User', 'e.actor_user_id'),
    snapshot: 'e.snapshot',
    before: 'e.before',
    after: 'e.after',
    createdAt: 'e.created_at',
    '#position': 'o.number',
    '#event': 'o.event_id',
  },
  from: `event_order o join events e
    on e.organization_id = o.organization_id and e.id = o.event_id and e.created_at = o.created_at`,
  owner: 'o.organization_id',
  key: ['o.number'],
  page: TEXT_PAGE,
  convert: (row) => ({ ...row, id: eventId(row) }),
}

/** The audit trail. */
export const AUDIT: ExportTable = {
  file: 'audit',
  columns: {
    id: nodeId('AuditEntry', 'a.id'),
    action: `upper(replace(a.act, '.', '_'))`,
    actorId: nodeId('User', 'a.actor_id'),
    clientId: 'a.client_id',
    subjectType: 'a.subject_type',
    subjectDatabaseId: 'a.subject_id',
    details: 'a.details',
    createdAt: 'a.created_at',
  },
  from: 'audit_entries a',
  owner: 'a.organization_id',
  key: ['a.id'],
}
