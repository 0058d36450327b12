import {
  addressOf,
  anonymousPerson,
  colorOf,
  commentDraft,
  droppedAddress,
  postDraft,
  titleAndText,
} from '../../drafts.ts'
import { convert, inPhases, plainRows, type Found, type List } from '../../lists.ts'
import type { Reader, ReadOptions } from '../../reader.ts'
import type { PersonRecord } from '../../records.ts'
import { ANONYMOUS } from '../../rules/people.ts'
import { SourceFault } from '../../source-fault.ts'
import type { CsvTable } from '../../sources/csv.ts'
import type { Row } from '../../sources/row.ts'
import type { SourceFiles } from '../../sources/source-files.ts'
import { openTables } from '../../sources/tables.ts'

const FORMS = {
  boards: ['boardId', 'name', 'url'],
  posts: ['postId', 'title', 'contentMarkdown'],
  posts_activity: ['posts_comments_id', 'post_id', 'author_id'],
  posts_comments: ['id', 'activity_id', 'body'],
  roadmaps: ['id', 'name', 'url', 'index'],
  users: ['userId', 'email'],
  votes: ['voteId', 'userId', 'postId'],
}
type Tables = Partial<Record<keyof typeof FORMS, CsvTable>>

/** Reads the tables of LogChimp, which `\copy` writes. Passwords are never read. */
export const logchimpReader: Reader = {
  source: 'logchimp',
  inspect: async (files, options = {}) => {
    await openAll(files, options)
    return { sourceName: 'logchimp:default', format: 'tables', decisions: [], losses: [] }
  },
  read: async function* (files, options = {}) {
    yield* inPhases(await tableLists(await openAll(files, options)), options)
  },
}

async function openAll(files: SourceFiles, options: ReadOptions): Promise<Tables> {
  const tables = await openTables(files, FORMS, options)
  if (!tables.posts || !tables.users)
    throw new SourceFault('The source needs the tables "posts" and "users".')
  return tables
}

async function tableLists(tables: Tables): Promise<List[]> {
  const rows = (name: keyof Tables) => plainRows(tables[name]?.rows() ?? noRows())
  const activities = new Map<string, { post: string; author: string | undefined }>()
  for await (const row of tables.posts_activity?.rows() ?? noRows()) {
    const [comment, post] = [row.word('posts_comments_id'), row.word('post_id')]
    if (comment !== undefined && post !== undefined)
      activities.set(comment, { post, author: row.word('author_id') })
  }
  return [
    { gives: ['settings'], read: () => convert('status', rows('roadmaps'), toStatus) },
    { gives: ['settings'], read: () => convert('bucket', rows('boards'), toBucket) },
    { gives: ['people'], read: () => convert('person', rows('users'), toPerson) },
    { gives: ['people', 'posts'], read: () => convert('post', rows('posts'), toPost) },
    { gives: ['votes'], read: () => convert('vote', rows('votes'), toVote) },
    {
      gives: ['people', 'comments'],
      read: () => convert('comment', rows('posts_comments'), (row) => toComment(row, activities)),
    },
  ]
}

async function* noRows(): AsyncGenerator<Row> {}

/** LogChimp has no statuses: the roadmap of a post is its status. */
const toStatus = (row: Row): Found => ({
  records: [
    {
      type: 'status',
      externalId: row.id(),
      origin: row.origin,
      name: row.required('name'),
      color: colorOf(row.word('color')),
      position: row.count('index'),
    },
  ],
})

const toBucket = (row: Row): Found => ({
  records: [
    {
      type: 'bucket',
      externalId: row.id('boardId'),
      origin: row.origin,
      name: row.required('name'),
      slug: row.word('url'),
      ...(row.flag('display') === false && { private: true }),
    },
  ],
})

function toPerson(row: Row): Found {
  const person: PersonRecord = {
    type: 'person',
    externalId: row.id('userId'),
    origin: row.origin,
    name: row.word('name') ?? row.word('username'),
    email: addressOf(row, 'email'),
    avatarUrl: row.word('avatar'),
    ...(row.flag('isBlocked') && { blocked: true }),
    createdAt: row.moment('createdAt'),
  }
  return { records: [person], losses: [droppedAddress(row, 'email')] }
}

function toPost(row: Row): Found {
  const [slug, author] = [row.word('slug'), row.word('userId')]
  const post = postDraft(row, row.id('postId'), {
    ...titleAndText(row, 'title', { markdown: row.text('contentMarkdown') ?? '' }),
    bucket: row.word('boardId'),
    status: row.word('roadmap_id'),
    submitter: author ?? ANONYMOUS,
    slug,
    paths: slug === undefined ? [] : [`/posts/${slug}`],
    createdAt: row.moment('createdAt'),
    updatedAt: row.moment('updatedAt'),
  })
  return { records: [...(author === undefined ? [anonymousPerson(row.origin)] : []), post] }
}

const toVote = (row: Row): Found => ({
  records: [
    {
      type: 'vote',
      externalId: row.id('voteId'),
      origin: row.origin,
      post: row.id('postId'),
      person: row.id('userId'),
      direction: 'up',
      createdAt: row.moment('createdAt'),
    },
  ],
})

type Activities = ReadonlyMap<string, { post: string; author: string | undefined }>

/** A comment reaches its post and author through its activity. */
function toComment(row: Row, activities: Activities): Found {
  const id = row.id()
  const { origin } = row
  const activity = activities.get(id)
  if (row.flag('is_spam'))
    return { skips: [{ type: 'comment', externalId: id, origin, reason: 'It is spam.' }] }
  if (!activity) row.refuse('activity_id', row.word('activity_id') ?? '', 'leads to no post')
  const author = activity?.author
  const comment = commentDraft(row, id, {
    post: activity?.post ?? '',
    parent: row.word('parent_id'),
    author: author ?? ANONYMOUS,
    text: { markdown: row.text('body') ?? '' },
    internal: row.flag('is_internal') ?? false,
    createdAt: row.moment('created_at'),
    updatedAt: row.moment('updated_at'),
  })
  return { records: [...(author === undefined ? [anonymousPerson(origin)] : []), comment] }
}
