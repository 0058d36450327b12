import { shortText } from '../../db/long-texts.ts'
import type { Bucket, Post, Status, Tag, User } from '../../db/generated/client/client.ts'

/** A row of `posts`. A list may include the related rows that are selected. */
export type PostRow = Post & { bucket?: Bucket; status?: Status; submitter?: User; tags?: Tag[] }

/** Selected fields by name, each with its own selected fields. */
export type PostSelection = ReadonlyMap<string, PostSelection>

type Related = 'bucket' | 'status' | 'submitter'

/** Fields that every row has the value of. */
const OF_ID = ['id', 'databaseId']

/** Columns of related rows that a list can include, beside the id. */
const RELATED: Record<Related, { table: string; key: string; columns: Record<string, string> }> = {
  bucket: {
    table: 'buckets',
    key: 'bucket_id',
    columns: { name: 'name', slug: 'slug', description: 'description', private: 'private' },
  },
  status: {
    table: 'statuses',
    key: 'status_id',
    columns: {
      name: 'name',
      slug: 'slug',
      kind: 'kind',
      color: 'color',
      percentage: 'percentage',
      position: 'position',
    },
  },
  submitter: {
    table: 'users',
    key: 'submitter_id',
    columns: { name: 'name', avatarUrl: 'avatar_url', bot: 'bot' },
  },
}

const OWN: Record<string, string> = {
  title: 'p.title',
  preview: 'p.preview',
  description: shortText('p.description'),
  descriptionHtml: shortText('p.description_html'),
  hidden: 'p.hidden',
  pinned: 'p.pinned',
  downvotesCount: 'p.downvotes_count',
  commentsCount: 'p.comments_count',
}

/** Columns of every row: its keys, its order, and the columns for links and visibility. */
const ALWAYS = `p.organization_id as "organizationId", p.id, p.slug, p.bucket_id as "bucketId", p.status_id as "statusId",
  p.submitter_id as "submitterId", p.approval_status as "approvalStatus", p.private, p.merged_into_id as "mergedIntoId",
  p.votes_count as "votesCount", p.created_at as "createdAt", p.updated_at as "updatedAt"`

const TAGS = `(select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name, t.id), '[]')
  from post_tags pt join tags t on t.organization_id = pt.organization_id and t.id = pt.tag_id
  where pt.organization_id = p.organization_id and pt.post_id = p.id) as tags`

/** Reads exactly the selected fields of the rows of `posts p` in one statement. */
type RowReader = { columns: string; joins: string; toRow: (raw: Record<string, unknown>) => PostRow }

const readerCache = new WeakMap<PostSelection, RowReader>()

/** Returns the reader of a selection, computed once for each. */
export function rowReader(selection: PostSelection): RowReader {
  const cached = readerCache.get(selection)
  if (cached) return cached
  const reader = makeReader(selection)
  readerCache.set(selection, reader)
  return reader
}

function makeReader(selection: PostSelection): RowReader {
  const columns = [ALWAYS]
  for (const [field, column] of Object.entries(OWN))
    if (selection.has(field)) columns.push(`${column} as "${field}"`)
  if (isOf(selection.get('tags'), [...OF_ID, 'name', 'color'])) columns.push(TAGS)
  const joins: string[] = []
  const nested: Nested[] = []
  for (const [name, { table, key, columns: available }] of Object.entries(RELATED) as [
    Related,
    (typeof RELATED)[Related],
  ][]) {
    const below = selection.get(name)
    if (!isOf(below, [...OF_ID, ...Object.keys(available)])) continue
    const fields = ['id', ...[...below.keys()].filter((field) => field in available)]
    joins.push(
      `join ${table} ${name} on ${name}.organization_id = p.organization_id and ${name}.id = p.${key}`,
    )
    const named = fields.map((field) => [field, `${name}_${field}`] as const)
    for (const [field, column] of named) columns.push(`${name}.${available[field] ?? 'id'} as "${column}"`)
    nested.push([name, named])
  }
  return { columns: columns.join(', '), joins: joins.join(' '), toRow: (raw) => nest(raw, nested) }
}

function isOf(below: PostSelection | undefined, fields: string[]): below is PostSelection {
  return (
    below !== undefined &&
    [...below.keys()].every((field) => fields.includes(field) || field === '__typename')
  )
}

/** Field of a post for a related row, with the name and column of each of its fields. */
type Nested = readonly [name: Related, fields: (readonly [field: string, column: string])[]]

function nest(raw: Record<string, unknown>, nested: Nested[]): PostRow {
  for (const [name, fields] of nested) {
    const row: Record<string, unknown> = {}
    for (const [field, column] of fields) row[field] = raw[column]
    raw[name] = row
  }
  return raw as unknown as PostRow
}
