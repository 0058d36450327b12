import { byName, pathOf, postDraft, titleAndText } from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type { Row } from '../../sources/row.ts'
import { commentOf, lossesOf, reactionsOf, recordsOf, tagOf } from './issues.ts'
import { personOf } from './people.ts'

/** Converts a discussion of GraphQL: its category, comments and their replies, and its number of up-votes. */
export function toDiscussion(row: Row): Found {
  const { origin } = row
  const externalId = `discussion:${row.id('number')}`
  const submitter = personOf(row, 'author')
  const category = row.object('category')?.word('name')
  const bucket = category === undefined ? undefined : byName('bucket', category, origin)
  const tags = (row.object('labels')?.objects('nodes') ?? []).map(tagOf)
  const reason = row.word('stateReason')?.toLowerCase()
  const name = !row.flag('closed') ? 'open' : reason === 'resolved' ? 'completed' : 'closed'
  const status = byName('status', name, origin)
  const path = pathOf(row.word('url'))
  const post = postDraft(row, externalId, {
    ...titleAndText(row, 'title', { markdown: row.text('body') ?? '' }),
    bucket: bucket?.externalId,
    status: status.externalId,
    submitter: submitter.externalId,
    tags: tags.map((tag) => tag.externalId),
    votesCount: row.count('upvoteCount'),
    paths: path === undefined ? [] : [path],
    createdAt: row.moment('createdAt'),
    updatedAt: row.moment('updatedAt'),
  })
  const threads = (row.object('comments')?.objects('nodes') ?? []).flatMap((one) => threadOf(one, externalId))
  const { up = 0, other } = reactionsOf(row)
  return {
    records: [...(bucket ? [bucket] : []), status, ...tags, submitter, post, ...recordsOf(threads)],
    losses: [loss('reactions', 'Posts have votes only.', up + other), ...lossesOf(threads)],
  }
}

function threadOf(row: Row, post: string): Found[] {
  const replies = row.object('replies')?.objects('nodes') ?? []
  const parent = row.id()
  return [commentOf(row, post, 'author'), ...replies.map((reply) => commentOf(reply, post, 'author', parent))]
}
