import { convert, loss, plainRows, type List } from '../../lists.ts'
import type { ReadOptions } from '../../reader.ts'
import type { MergeRecord, PersonRecord, SubscriptionRecord, TagRecord, VoteRecord } from '../../records.ts'
import { addressOf, colorOf, droppedAddress } from '../../drafts.ts'
import { copiesOf, survivorsOf } from '../../rules/copied-votes.ts'
import { jsonRows } from '../../sources/answers.ts'
import type { Row } from '../../sources/row.ts'
import { findFile, type SourceFiles } from '../../sources/source-files.ts'
import { readAttachments } from './attachments.ts'
import { toComment, toPost, type FiderPosts } from './content.ts'

type Rows = (table: string) => AsyncGenerator<Row>

/** Lists of a backup. Tables with secrets are not opened. */
export async function backupLists(files: SourceFiles, options: ReadOptions): Promise<List[]> {
  const rows: Rows = (table) => {
    const file = findFile(files, `${table}.json`)
    return file === null ? emptyRows() : jsonRows(files, file, {}, options)
  }
  const posts = await readPosts(rows)
  const attachments = await readAttachments(rows('attachments'), files)
  const tagsOf = await readTags(rows)
  const isCopy = await copies(rows, posts)
  const list = (table: string) => plainRows(rows(table))
  return [
    { gives: ['settings'], read: () => convert('tag', list('tags'), toTag) },
    { gives: ['people'], read: () => convert('person', list('users'), toPerson) },
    {
      gives: ['settings', 'comments', 'merges', 'uploads', 'posts'],
      read: () => convert('post', list('posts'), (row) => toPost(row, posts, tagsOf, attachments)),
    },
    {
      gives: ['votes'],
      read: () => convert('vote', list('post_votes'), (row) => toVote(row, posts, isCopy)),
    },
    {
      gives: ['comments', 'uploads'],
      read: () => convert('comment', list('comments'), (row) => toComment(row, posts, attachments)),
    },
    {
      gives: ['subscriptions'],
      read: () => convert('subscription', list('post_subscribers'), (row) => toSubscription(row, posts)),
    },
    { gives: ['settings'], read: () => convert('status', list('tenants'), lostSettings) },
  ]
}

async function* emptyRows(): AsyncGenerator<Row> {}

/** Numbers, survivors and deleted posts, by the ids of the table. */
async function readPosts(rows: Rows): Promise<FiderPosts> {
  const [numbers, deleted] = [new Map<string, string>(), new Set<string>()]
  const originals: [id: string, original: string][] = []
  for await (const row of rows('posts')) {
    const [id, number, status, original] = [
      row.word('id'),
      row.word('number'),
      row.word('status'),
      row.word('original_id'),
    ]
    if (id === undefined || number === undefined) continue
    numbers.set(id, number)
    if (status === '6') deleted.add(id)
    if (status === '5' && original !== undefined) originals.push([id, original])
  }
  const merges = originals.flatMap(([child, parent]): Pick<MergeRecord, 'child' | 'parent'>[] => {
    const [one, other] = [numbers.get(child), numbers.get(parent)]
    return one !== undefined && other !== undefined ? [{ child: one, parent: other }] : []
  })
  return { numbers, deleted, survivors: survivorsOf(merges) }
}

/** Ids of the public tags of each post. */
async function readTags(rows: Rows): Promise<(post: string) => string[]> {
  const hidden = new Set<string>()
  for await (const row of rows('tags')) if (row.flag('is_public') === false) hidden.add(row.word('id') ?? '')
  const tags = new Map<string, string[]>()
  for await (const row of rows('post_tags')) {
    const [post, tag] = [row.word('post_id'), row.word('tag_id')]
    if (post !== undefined && tag !== undefined && !hidden.has(tag))
      tags.set(post, [...(tags.get(post) ?? []), tag])
  }
  return (post) => tags.get(post) ?? []
}

/** Fider copies the voters of a duplicate to the original, dated by the merge. */
async function copies(rows: Rows, { numbers, survivors }: FiderPosts) {
  const merged: { post: string; person: string; createdAt?: string | undefined }[] = []
  if (survivors.size > 0)
    for await (const row of rows('post_votes')) {
      const [post, person] = [numbers.get(row.word('post_id') ?? ''), row.word('user_id')]
      if (post !== undefined && person !== undefined && survivors.has(post))
        merged.push({ post, person, createdAt: row.moment('created_at') })
    }
  return copiesOf(survivors, merged)
}

function toTag(row: Row) {
  const [externalId, name] = [row.id(), row.required('name')]
  if (row.flag('is_public') === false)
    return { skips: [{ type: 'tag' as const, externalId, origin: row.origin, reason: 'It is private.' }] }
  const tag: TagRecord = {
    type: 'tag',
    externalId,
    origin: row.origin,
    name,
    color: colorOf(row.word('color')),
  }
  return { records: [tag] }
}

const [DELETED, BLOCKED] = ['2', '3']

function toPerson(row: Row) {
  const status = row.word('status')
  const person: PersonRecord = {
    type: 'person',
    externalId: row.id(),
    origin: row.origin,
    name: row.word('name'),
    email: addressOf(row, 'email'),
    ...(status === BLOCKED && { blocked: true }),
    ...(status === DELETED && { deleted: true }),
    createdAt: row.moment('created_at'),
  }
  const hasAvatar = row.word('avatar_bkey') !== undefined
  return {
    records: [person],
    losses: [
      loss('avatars', 'Uploaded pictures of people are not taken over.', Number(hasAvatar)),
      droppedAddress(row, 'email'),
    ],
  }
}

function toVote(row: Row, posts: FiderPosts, isCopy: (vote: VoteRecord) => boolean) {
  const [id, person, createdAt] = [row.id('post_id'), row.id('user_id'), row.moment('created_at')]
  const post = posts.numbers.get(id) ?? id
  const externalId = `${post}:${person}`
  const { origin } = row
  const vote: VoteRecord = { type: 'vote', externalId, origin, post, person, direction: 'up', createdAt }
  const skip = (reason: string) => ({ skips: [{ type: 'vote' as const, externalId, origin, reason }] })
  if (posts.deleted.has(id)) return skip('Its post is deleted.')
  return isCopy(vote) ? skip('It is the copy of a vote on a merged post.') : { records: [vote] }
}

function toSubscription(row: Row, posts: FiderPosts) {
  const [id, person] = [row.id('post_id'), row.id('user_id')]
  const post = posts.numbers.get(id) ?? id
  if (row.word('status') !== '1' || posts.deleted.has(id)) return {}
  const subscription: SubscriptionRecord = {
    type: 'subscription',
    externalId: `${post}:${person}`,
    origin: row.origin,
    post,
    person,
    createdAt: row.moment('created_at'),
  }
  return { records: [subscription] }
}

function lostSettings(row: Row) {
  const hasCss = row.word('custom_css') !== undefined
  return { losses: [loss('custom CSS', 'Pages have their own design.', Number(hasCss))] }
}
