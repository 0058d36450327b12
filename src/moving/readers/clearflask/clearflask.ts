import { splitList } from '../../../lib/text/list-text.ts'
import {
  addressOf,
  anonymousPerson,
  commentDraft,
  droppedAddress,
  postDraft,
  titleAndText,
  unnamed,
} from '../../drafts.ts'
import { convert, inPhases, loss, plainRows, type Found, type List } from '../../lists.ts'
import type { Reader, ReadOptions } from '../../reader.ts'
import type { NeutralRecord, PersonRecord } from '../../records.ts'
import { deletedWithReplies, type ReplyFacts } from '../../replies.ts'
import { ANONYMOUS } from '../../rules/people.ts'
import { SourceFault } from '../../source-fault.ts'
import type { CsvTable } from '../../sources/csv.ts'
import type { Row } from '../../sources/row.ts'
import type { SourceFiles } from '../../sources/source-files.ts'
import { openTables } from '../../sources/tables.ts'

const FORMS = {
  posts: ['ideaId', 'title', 'categoryId', 'statusId', 'tagIds', 'voteValue'],
  users: ['userId', 'name', 'email', 'ssoGuid'],
  comments: ['ideaId', 'commentId', 'parentCommentId', 'content'],
}
type Tables = { posts: CsvTable; users?: CsvTable; comments?: CsvTable }

/** Reads the three files of ClearFlask's export. Categories, statuses and tags are ids without names. */
export const clearflaskReader: Reader = {
  source: 'clearflask',
  inspect: async (files, options = {}) => {
    const { posts } = await openAll(files, options)
    return { sourceName: `clearflask:${projectOf(posts.file)}`, format: 'csv', decisions: [], losses: [] }
  },
  read: async function* (files, options = {}) {
    yield* inPhases(await tableLists(await openAll(files, options)), options)
  },
}

/** Returns the project in a name of ClearFlask, such as `acme-posts-2026.csv`, in time linear to its length. */
function projectOf(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const [project, rest] = name.split(/-posts-(.*)/is)
  return project !== undefined && rest !== undefined && /\.csv$/i.test(rest) ? project : 'default'
}

async function openAll(files: SourceFiles, options: ReadOptions): Promise<Tables> {
  const { posts, ...others } = await openTables(files, FORMS, options)
  if (!posts) throw new SourceFault('The source has no file of posts with the columns of ClearFlask.')
  return { posts, ...others }
}

async function tableLists({ posts, users, comments }: Tables): Promise<List[]> {
  const kept = await deletedWithReplies(repliesOf(comments))
  const rows = (table: CsvTable | undefined) => plainRows(table?.rows() ?? noRows())
  return [
    { gives: ['people'], read: () => convert('person', rows(users), toPerson) },
    { gives: ['settings', 'people', 'comments', 'posts'], read: () => convert('post', rows(posts), toPost) },
    {
      gives: ['people', 'comments'],
      read: () => convert('comment', rows(comments), (row) => toComment(row, kept)),
    },
  ]
}

async function* noRows(): AsyncGenerator<Row> {}

async function* repliesOf(comments: CsvTable | undefined): AsyncGenerator<ReplyFacts> {
  for await (const row of comments?.rows() ?? noRows()) {
    const id = row.word('commentId')
    if (id !== undefined) yield { id, parent: row.word('parentCommentId'), deleted: isDeleted(row) }
  }
}

const isDeleted = (row: Row) => row.word('authorUserId') === undefined && row.text('content') === undefined

function toPerson(row: Row): Found {
  const [sso, name] = [row.word('ssoGuid'), row.word('name')]
  const person: PersonRecord = {
    type: 'person',
    externalId: row.id('userId'),
    origin: row.origin,
    name,
    email: addressOf(row, 'email'),
    ...(sso !== undefined && { customFields: { clearflask_sso_id: sso } }),
    createdAt: row.moment('created'),
  }
  return { records: [person], losses: [questionMarks(name), droppedAddress(row, 'email')] }
}

/** The export may have replaced letters by question marks. */
const questionMarks = (text: string | undefined) =>
  loss(
    'letters',
    'The export has question marks inside words.',
    text?.match(/[^\s\p{P}\d]\?(?=\p{L})/gu)?.length ?? 0,
  )

function toPost(row: Row): Found {
  const { origin } = row
  const id = row.id('ideaId')
  const [author, bucket, status] = [row.word('authorUserId'), row.word('categoryId'), row.word('statusId')]
  const tags = splitList(row.word('tagIds') ?? '')
  const post = postDraft(row, id, {
    ...titleAndText(row, 'title', { html: row.text('description') ?? '' }),
    bucket,
    status,
    submitter: author ?? ANONYMOUS,
    tags,
    votesCount: row.count('voteValue'),
    paths: [`/post/${id}`],
    createdAt: row.moment('created'),
  })
  const settings: NeutralRecord[] = [
    ...(bucket === undefined ? [] : [unnamed('bucket', bucket, origin)]),
    ...(status === undefined ? [] : [unnamed('status', status, origin)]),
    ...tags.map((tag) => unnamed('tag', tag, origin)),
  ]
  const response = row.text('response')
  const comments =
    response === undefined
      ? []
      : [commentDraft(row, `response:${id}`, { post: id, text: { html: response }, pinned: true })]
  return {
    records: [...settings, ...(author === undefined ? [anonymousPerson(origin)] : []), post, ...comments],
    losses: [
      loss('expressions', 'Posts have votes only.', expressionsOf(row)),
      loss('funding', 'Posts have no credits.', Number(row.word('funded') !== undefined)),
      questionMarks(row.text('title')),
    ],
  }
}

/** Number of expressions in `👍=2,❤=1`. */
const expressionsOf = (row: Row) =>
  [...(row.text('expressions') ?? '').matchAll(/=(\d{1,9})/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )

function toComment(row: Row, kept: ReadonlySet<string>): Found {
  const id = row.id('commentId')
  const { origin } = row
  const deleted = isDeleted(row)
  if (deleted && !kept.has(id))
    return { skips: [{ type: 'comment', externalId: id, origin, reason: 'It is deleted.' }] }
  const author = row.word('authorUserId')
  const comment = commentDraft(row, id, {
    post: row.id('ideaId'),
    parent: row.word('parentCommentId'),
    author: author ?? ANONYMOUS,
    text: { html: row.text('content') ?? '' },
    deleted,
    createdAt: row.moment('created'),
    updatedAt: row.moment('edited'),
  })
  return { records: [...(author === undefined ? [anonymousPerson(origin)] : []), comment] }
}
