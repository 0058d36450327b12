import { commentDraft, customFieldsOf, pathOf, postDraft, titleAndText, unnamed } from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type { CommentRecord, NeutralRecord, StatusKind, TagRecord } from '../../records.ts'
import type { Row } from '../../sources/row.ts'
import { authorOf, personOf } from './lists.ts'

const KINDS = new Map<string, StatusKind>([
  ['reviewing', 'under_review'],
  ['unstarted', 'submitted'],
  ['active', 'in_progress'],
  ['completed', 'completed'],
  ['canceled', 'closed'],
])

/** Converts a post. A board that no list names needs a map. */
export function toPost(row: Row, boards: ReadonlySet<string>): Found {
  const { origin } = row
  const [theirBoard, status, access] = [row.word('boardId'), row.object('status'), row.object('access')]
  const tags = row.objects('tags').map(tagOf)
  const author = authorOf(row)
  const settings: NeutralRecord[] = [
    ...(theirBoard !== undefined && !boards.has(theirBoard) ? [unnamed('bucket', theirBoard, origin)] : []),
    ...tags,
  ]
  if (status)
    settings.push({
      type: 'status',
      externalId: status.id(),
      origin,
      name: status.required('name'),
      kind: KINDS.get(status.word('type') ?? ''),
    })
  const isLimited = ['userIds', 'companyExternalIds'].some((list) => (access?.list(list).length ?? 0) > 0)
  const path = pathOf(row.word('postUrl'))
  const post = postDraft(row, row.id(), {
    ...titleAndText(row, 'title', { html: row.text('content') ?? '' }),
    bucket: theirBoard,
    status: status?.id(),
    submitter: author.externalId,
    tags: tags.map((tag) => tag.externalId),
    approval: row.flag('inReview') ? 'pending' : 'approved',
    hidden: isLimited,
    pinned: row.flag('isPinned') ?? false,
    slug: row.word('slug'),
    votesCount: row.count('upvotes'),
    paths: path === undefined ? [] : [path],
    notes: notesOf(row),
    createdAt: row.moment('createdAt'),
    updatedAt: row.moment('updatedAt'),
  })
  return {
    records: [...settings, author, post],
    losses: [loss('limited access', 'Such posts become hidden.', Number(isLimited))],
  }
}

const tagOf = (row: Row): TagRecord => ({
  type: 'tag',
  externalId: row.id(),
  origin: row.origin,
  name: row.required('name'),
})

function notesOf(row: Row): string[] {
  const [eta, amount] = [row.moment('eta'), row.word('opportunityAmount')]
  const fields = customFieldsOf(row.object('customFields')) ?? {}
  return [
    ...(eta === undefined ? [] : [`Planned date: ${eta.slice(0, 10)}`]),
    ...(amount === undefined || amount === '0' ? [] : [`Opportunity amount: ${amount}`]),
    ...Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}`),
  ]
}

/** Converts a voter of a post. The API gives no time. */
export function toVote(row: Row, post: string | undefined): Found {
  const person = personOf(row)
  if (post === undefined) {
    row.refuse('post', '', 'is not in the name of the file')
    return {}
  }
  const externalId = `${post}:${person.externalId}`
  return {
    records: [
      person,
      { type: 'vote', externalId, origin: row.origin, post, person: person.externalId, direction: 'up' },
    ],
  }
}

/** Converts a comment. Spam and deleted comments without replies are skipped. Comments of entries are lost. */
export function toComment(row: Row, kept: ReadonlySet<string>): Found {
  const [id, post] = [row.id(), row.word('postId')]
  const deleted = row.flag('isDeleted') ?? false
  const skip = (reason: string): Found => ({
    skips: [{ type: 'comment', externalId: id, origin: row.origin, reason }],
  })
  if (row.flag('isSpam')) return skip('It is spam.')
  if (deleted && !kept.has(id)) return skip('It is deleted.')
  if (post === undefined) return { losses: [loss('comments of entries', 'Entries have none here.')] }
  const author = deleted && row.object('author') === undefined ? undefined : authorOf(row)
  const votes = (row.count('upvotes') ?? 0) + (row.count('downvotes') ?? 0)
  const comment: CommentRecord = commentDraft(row, id, {
    post,
    parent: row.word('parentCommentId'),
    author: author?.externalId,
    text: { html: row.text('content') ?? '' },
    internal: row.flag('isPrivate') ?? false,
    pinned: row.flag('isPinned') ?? false,
    approval: row.flag('inReview') ? 'pending' : 'approved',
    deleted,
    createdAt: row.moment('createdAt'),
    updatedAt: row.moment('updatedAt'),
  })
  return {
    records: [...(author ? [author] : []), comment],
    losses: [loss('likes', 'Comments have none here.', votes)],
  }
}
