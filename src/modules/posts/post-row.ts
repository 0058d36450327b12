import { rowOf } from '../../db/row-of.ts'
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
const ALWAYS: Record<string, string> = {
  organizationId: 'p.organization_id',
  id: 'p.id',
  slug: 'p.slug',
  bucketId: 'p.bucket_id',
  statusId: 'p.status_id',
  submitterId: 'p.submitter_id',
  approvalStatus: 'p.approval_status',
  private: 'p.private',
  mergedIntoId: 'p.merged_into_id',
  votesCount: 'p.votes_count',
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
}

/** Tags of the posts `p.ids`, sorted by name, each as an array that starts with the id of the post. */
const TAGS = `(select json_agg(json_build_array(pt.post_id, t.id, t.name, t.color) order by t.name, t.id)
  from post_tags pt join tags t on t.organization_id = pt.organization_id and t.id = pt.tag_id
  where pt.organization_id = p.organization_id and pt.post_id = any(p.ids))`

/** Reads exactly the selected fields of the rows of `posts p` in one statement, which returns arrays. */
type RowReader = {
  columns: string
  joins: string
  /** Returns the statement for a page of the rows, whose text selects the columns and ends with this order. */
  statement: (text: string, orderBy: string) => string
  toRows: (rows: unknown[][]) => PostRow[]
  /** Returns a row of the columns alone, without tags. */
  toRow: (values: unknown[]) => PostRow
}

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
  const own = { ...ALWAYS }
  for (const [field, column] of Object.entries(OWN)) if (selection.has(field)) own[field] = column
  const columns = Object.values(own)
  const joins: string[] = []
  const nested: Nested[] = []
  for (const [name, { table, key, columns: available }] of Object.entries(RELATED)) {
    const below = selection.get(name)
    if (!isOf(below, [...OF_ID, ...Object.keys(available)])) continue
    const fields = ['id', ...[...below.keys()].filter((field) => field in available)]
    joins.push(
      `join ${table} ${name} on ${name}.organization_id = p.organization_id and ${name}.id = p.${key}`,
    )
    nested.push({ name, fields, start: columns.length })
    columns.push(...fields.map((field) => `${name}.${available[field] ?? 'id'}`))
  }
  const related = nested.map(({ name, fields, start }) => ({ name, read: rowOf(fields, start) }))
  const readOwn = rowOf(Object.keys(own), 0, [...nested.map(({ name }) => name), 'tags'])
  const toRow = (values: unknown[]) => {
    const row = readOwn(values)
    for (const { name, read } of related) row[name] = read(values)
    return row as unknown as PostRow
  }
  const untagged = {
    columns: columns.join(', '),
    joins: joins.join(' '),
    statement: (text: string) => text,
    toRows: (rows: unknown[][]) => rows.map(toRow),
    toRow,
  }
  return isOf(selection.get('tags'), [...OF_ID, 'name', 'color']) ? withTags(untagged, columns) : untagged
}

/** Columns by which lists are sorted and tags are found. They keep their names. */
const NAMED = new Set(['organization_id', 'id', 'votes_count', 'created_at', 'updated_at'])

/**
 * Adds the tags of all posts of a page to its first row. One subquery for the page costs a fraction of one
 * for each row.
 */
function withTags({ joins, toRow, toRows }: RowReader, columns: string[]): RowReader {
  const names = columns.map((column, index) => {
    const name = column.replace('p.', '')
    return NAMED.has(name) ? name : `c${index}`
  })
  return {
    columns: columns.map((column, index) => `${column} as ${names[index]}`).join(', '),
    joins,
    toRow,
    statement: (text, orderBy) =>
      `select ${names.join(', ')}, case when number = 1 then ${TAGS} end
       from (select p.*, row_number() over () as number, array_agg(id) over () as ids from (${text}) p) p ${orderBy}`,
    toRows(rows) {
      const posts = toRows(rows)
      const byPost = new Map(posts.map((post) => [post.id, (post.tags = [] as Tag[])]))
      const found = rows.find((values) => values[names.length] !== null)?.[names.length]
      for (const [postId, id, name, color] of (found ?? []) as [number, number, string, string][])
        byPost.get(postId)?.push({ id, name, color } as Tag)
      return posts
    },
  }
}

/** Field of a post for a related row, with the names of its fields and the index of the first one's column. */
type Nested = { name: string; fields: string[]; start: number }

function isOf(below: PostSelection | undefined, fields: string[]): below is PostSelection {
  return (
    below !== undefined &&
    [...below.keys()].every((field) => fields.includes(field) || field === '__typename')
  )
}
