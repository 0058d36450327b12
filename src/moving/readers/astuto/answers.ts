import { addressOf, anonymousPerson, colorOf, commentDraft, droppedAddress } from '../../drafts.ts'
import { convert, loss, type Found, type List } from '../../lists.ts'
import type { ReadOptions } from '../../reader.ts'
import type { BucketRecord, NeutralRecord, PersonRecord, StatusRecord, VoteRecord } from '../../records.ts'
import { answerRows, answersOf } from '../../sources/answers.ts'
import { openOrigin } from '../../sources/origin-file.ts'
import type { Row } from '../../sources/row.ts'
import type { SourceFiles } from '../../sources/source-files.ts'
import { approvalOf, postOf, roadmapPost, roadmapRecord } from './parts.ts'

const LISTS = ['boards', 'post_statuses', 'posts', 'comments', 'votes', 'users'] as const

/** Saved answers by list. */
export const astutoAnswers = (files: SourceFiles) => answersOf(files, LISTS)

/** Name of the source: the host of the API, which the fetcher writes into `origin.json`, else `api`. */
export const hostOf = async (files: SourceFiles) => `astuto:${(await openOrigin(files)) ?? 'api'}`

/** Lists of saved answers. The API repeats the board, status and user of a post in each post. */
export async function answerLists(files: SourceFiles, options: ReadOptions): Promise<List[]> {
  const answers = astutoAnswers(files)
  const rows = (list: (typeof LISTS)[number]) => answerRows(files, answers[list], [list], options)
  return [
    {
      gives: ['settings'],
      read: () => convert('bucket', rows('boards'), (row) => ({ records: [bucketOf(row)] })),
    },
    {
      gives: ['settings'],
      read: () => convert('status', rows('post_statuses'), (row) => ({ records: [statusOf(row)] })),
    },
    { gives: ['people'], read: () => convert('person', rows('users'), toPerson) },
    {
      gives: ['settings', 'people', 'roadmaps', 'posts'],
      read: () => convert('post', rows('posts'), toPost),
    },
    { gives: ['people', 'votes'], read: () => convert('vote', rows('votes'), toVote) },
    { gives: ['people', 'comments'], read: () => convert('comment', rows('comments'), toComment) },
  ]
}

const bucketOf = (row: Row): BucketRecord => ({
  type: 'bucket',
  externalId: row.id(),
  origin: row.origin,
  name: row.required('name'),
  slug: row.word('slug'),
  description: row.text('description'),
})

const statusOf = (row: Row): StatusRecord => ({
  type: 'status',
  externalId: row.id(),
  origin: row.origin,
  name: row.required('name'),
  color: colorOf(row.word('color')),
})

function toPerson(row: Row): Found {
  return { records: [personOf(row)], losses: [droppedAddress(row, 'email')] }
}

const personOf = (row: Row): PersonRecord => ({
  type: 'person',
  externalId: row.id(),
  origin: row.origin,
  name: row.word('full_name'),
  email: addressOf(row, 'email'),
  createdAt: row.moment('created_at'),
})

const authorOf = (row: Row): PersonRecord => {
  const user = row.object('user')
  return user ? personOf(user) : anonymousPerson(row.origin)
}

function toPost(row: Row): Found {
  const [bucket, status, author] = [row.object('board'), row.object('post_status'), authorOf(row)]
  const settings: NeutralRecord[] = [
    ...(bucket ? [bucketOf(bucket)] : []),
    ...(status ? [statusOf(status)] : []),
  ]
  const post = postOf(row, {
    bucket: bucket?.id(),
    status: status?.id(),
    submitter: author.externalId,
    ...approvalOf(row),
  })
  const shown = status?.flag('show_in_roadmap') ? [roadmapRecord(post), roadmapPost(post)] : []
  return { records: [...settings, author, post, ...shown] }
}

function toVote(row: Row): Found {
  const person = authorOf(row)
  const vote: VoteRecord = {
    type: 'vote',
    externalId: row.id(),
    origin: row.origin,
    post: row.id('post_id'),
    person: person.externalId,
    direction: 'up',
    createdAt: row.moment('created_at'),
  }
  if (row.object('user') === undefined)
    return { losses: [loss('votes', 'They have no voter. Without a count of the post they are lost.')] }
  return { records: [person, vote] }
}

function toComment(row: Row): Found {
  const author = authorOf(row)
  const comment = commentDraft(row, row.id(), {
    post: row.id('post_id'),
    parent: row.word('parent_id'),
    author: author.externalId,
    text: { markdown: row.text('body') ?? '' },
    pinned: row.flag('is_post_update') ?? false,
    createdAt: row.moment('created_at'),
    updatedAt: row.moment('updated_at'),
  })
  return { records: [author, comment] }
}
