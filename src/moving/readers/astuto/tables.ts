import { addressOf, anonymousPerson, colorOf, commentDraft, droppedAddress } from '../../drafts.ts'
import { convert, plainRows, type Found, type List } from '../../lists.ts'
import type { ReadOptions } from '../../reader.ts'
import type { BucketRecord, PersonRecord, StatusRecord } from '../../records.ts'
import { ANONYMOUS } from '../../rules/people.ts'
import { SourceFault } from '../../source-fault.ts'
import type { CsvTable } from '../../sources/csv.ts'
import type { Row } from '../../sources/row.ts'
import type { SourceFiles } from '../../sources/source-files.ts'
import { openTables } from '../../sources/tables.ts'
import { readHistory } from './history.ts'
import { approvalOf, postOf, roadmapPost, roadmapRecord, toFollow, toLike } from './parts.ts'

const FORMS = {
  boards: ['id', 'name', 'description', 'order'],
  comments: ['id', 'body', 'post_id', 'is_post_update'],
  follows: ['id', 'user_id', 'post_id'],
  likes: ['id', 'user_id', 'post_id'],
  post_status_changes: ['id', 'post_id', 'post_status_id'],
  post_statuses: ['id', 'name', 'show_in_roadmap'],
  posts: ['id', 'title', 'description', 'board_id', 'post_status_id'],
  users: ['id', 'email', 'full_name', 'status'],
}
type Tables = Partial<Record<keyof typeof FORMS, CsvTable>> & {
  posts: CsvTable
  users: CsvTable
  boards: CsvTable
}

/**
 * Opens the tables.
 * @throws SourceFault without posts, users or boards
 */
export async function openAstutoTables(files: SourceFiles, options: ReadOptions): Promise<Tables> {
  // Times are in UTC without a zone. The option does not apply.
  const tables = await openTables(files, FORMS, { encoding: options.encoding })
  const { posts, users, boards } = tables
  if (!posts || !users || !boards)
    throw new SourceFault('The source needs the tables "posts", "users" and "boards".')
  return { ...tables, posts, users, boards }
}

/** Id of the tenant, from the first row of any table. */
export async function tenantOf({ boards, users, posts }: Tables): Promise<string> {
  for (const table of [boards, users, posts])
    for await (const row of table.rows()) return row.word('tenant_id') ?? '1'
  return '1'
}

/** Lists of the tables. */
export async function tableLists(tables: Tables): Promise<List[]> {
  const statuses = tables.post_statuses
  const shown = await readShown(statuses)
  const history = await readHistory(statuses, tables.post_status_changes)
  const rows = (table: CsvTable | undefined) => plainRows(table?.rows() ?? noRows())
  return [
    { gives: ['settings'], read: () => convert('status', rows(statuses), toStatus) },
    { gives: ['settings'], read: () => convert('bucket', rows(tables.boards), toBucket) },
    { gives: ['people'], read: () => convert('person', rows(tables.users), toPerson) },
    {
      gives: ['people', 'roadmaps', 'posts'],
      read: () => convert('post', rows(tables.posts), (row) => toPost(row, shown, history)),
    },
    { gives: ['votes'], read: () => convert('vote', rows(tables.likes), toLike) },
    { gives: ['people', 'comments'], read: () => convert('comment', rows(tables.comments), toComment) },
    { gives: ['subscriptions'], read: () => convert('subscription', rows(tables.follows), toFollow) },
  ]
}

async function* noRows(): AsyncGenerator<Row> {}

async function readShown(statuses: CsvTable | undefined): Promise<ReadonlySet<string>> {
  const shown = new Set<string>()
  for await (const row of statuses?.rows() ?? noRows())
    if (row.flag('show_in_roadmap')) shown.add(row.word('id') ?? '')
  return shown
}

function toStatus(row: Row): Found {
  const status: StatusRecord = {
    type: 'status',
    externalId: row.id(),
    origin: row.origin,
    name: row.required('name'),
    color: colorOf(row.word('color')),
    position: row.count('order'),
  }
  return { records: [status] }
}

function toBucket(row: Row): Found {
  const bucket: BucketRecord = {
    type: 'bucket',
    externalId: row.id(),
    origin: row.origin,
    name: row.required('name'),
    slug: row.word('slug'),
    description: row.text('description'),
    position: row.count('order'),
  }
  return { records: [bucket] }
}

const [BLOCKED, DELETED] = ['1', '2']

function toPerson(row: Row): Found {
  const status = row.word('status')
  const isDeleted = status === DELETED || status === 'deleted'
  const person: PersonRecord = {
    type: 'person',
    externalId: row.id(),
    origin: row.origin,
    ...(isDeleted ? { deleted: true } : { name: row.word('full_name'), email: addressOf(row, 'email') }),
    ...((status === BLOCKED || status === 'blocked') && { blocked: true }),
    createdAt: row.moment('created_at'),
  }
  return { records: [person], losses: isDeleted ? [] : [droppedAddress(row, 'email')] }
}

function toPost(row: Row, shown: ReadonlySet<string>, history: ReadonlyMap<string, string[]>): Found {
  const status = row.word('post_status_id')
  const author = row.word('user_id')
  const post = postOf(row, {
    bucket: row.word('board_id'),
    status,
    submitter: author ?? ANONYMOUS,
    ...approvalOf(row),
  })
  const notes = history.get(post.externalId) ?? []
  return {
    records: [
      ...(author === undefined ? [anonymousPerson(row.origin)] : []),
      { ...post, notes },
      ...(status !== undefined && shown.has(status) ? [roadmapRecord(post), roadmapPost(post)] : []),
    ],
  }
}

function toComment(row: Row): Found {
  const author = row.word('user_id')
  const comment = commentDraft(row, row.id(), {
    post: row.id('post_id'),
    parent: row.word('parent_id'),
    author: author ?? ANONYMOUS,
    text: { markdown: row.text('body') ?? '' },
    pinned: row.flag('is_post_update') ?? false,
    createdAt: row.moment('created_at'),
    updatedAt: row.moment('updated_at'),
  })
  return { records: [...(author === undefined ? [anonymousPerson(row.origin)] : []), comment] }
}
