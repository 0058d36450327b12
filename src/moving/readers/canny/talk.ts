import { commentDraft } from '../../drafts.ts'
import { KeySet } from '../../key-set.ts'
import { loss, type Found } from '../../lists.ts'
import type { VoteRecord } from '../../records.ts'
import type { Row } from '../../sources/row.ts'
import type { CannyRows } from './canny.ts'
import { personOf, withPictures } from './lists.ts'

/** Converts a vote. A vote without a voter is in the count of the post only. */
export function toVote(row: Row, isCopy: (vote: VoteRecord) => boolean): Found {
  const person = personOf(row, 'voter')
  const { origin } = row
  const externalId = row.id()
  if (row.object('voter') === undefined) return {}
  const vote: VoteRecord = {
    type: 'vote',
    externalId,
    origin,
    post: row.object('post')?.id() ?? '',
    person: person.externalId,
    direction: 'up',
    createdAt: row.moment('created'),
  }
  if (vote.post === '') row.refuse('post', '', 'is missing')
  const losses = [
    loss(
      'votes on behalf',
      'The person who gave the vote for another is not kept.',
      Number(Boolean(row.value('by'))),
    ),
  ]
  if (isCopy(vote))
    return {
      skips: [{ type: 'vote', externalId, origin, reason: 'It is the copy of a vote on a merged post.' }],
    }
  return { records: [person, vote], losses }
}

/** Converts a comment. A private one is internal here. */
export function toComment(row: Row): Found {
  const author = personOf(row, 'author')
  const isPrivate = row.flag('private') ?? false
  const isInternal = row.flag('internal') ?? false
  const post = row.object('post')?.id()
  if (post === undefined) row.refuse('post', '', 'is missing')
  const comment = commentDraft(row, row.id(), {
    post: post ?? '',
    parent: row.word('parentID'),
    author: author.externalId,
    text: { markdown: withPictures(row, 'value') },
    internal: isInternal || isPrivate,
    createdAt: row.moment('created'),
  })
  return {
    records: [author, comment],
    losses: [
      loss('private comments', 'They become internal.', Number(isPrivate && !isInternal)),
      loss('likes', 'Comments have none here.', row.count('likeCount') ?? 0),
    ],
  }
}

/** Converts a change of a status with a text to a pinned comment, unless a comment has the same text. */
export function toStatusChange(row: Row, comments: KeySet | null): Found {
  const change = row.object('changeComment')
  const author = personOf(row, 'changer')
  const post = row.object('post')?.id()
  if (post === undefined) row.refuse('post', '', 'is missing')
  const createdAt = row.moment('created')
  const value = change?.text('value')
  if (!change || value === undefined) return {}
  if (comments?.has(keyOfComment(post, author.externalId, value, createdAt))) return {}
  const comment = commentDraft(row, `status:${row.id()}`, {
    post: post ?? '',
    author: author.externalId,
    text: { markdown: withPictures(change, 'value') },
    pinned: true,
    createdAt,
  })
  return { records: [author, comment] }
}

/** Author, text and minute of all comments. */
export async function readCommentKeys(rows: CannyRows): Promise<KeySet> {
  const keys = new KeySet()
  for await (const { row } of rows('comments'))
    keys.add(
      keyOfComment(
        row.object('post')?.word('id'),
        row.object('author')?.word('id') ?? '',
        row.text('value'),
        row.moment('created'),
      ),
    )
  return keys
}

const keyOfComment = (
  post: string | undefined,
  author: string,
  text: string | undefined,
  moment: string | undefined,
): string => JSON.stringify([post, author, text?.trim(), moment?.slice(0, 16)])
