import { byName, commentDraft, postDraft, titleAndText } from '../../drafts.ts'
import { loss, type Found } from '../../lists.ts'
import type { CommentRecord, MergeRecord, NeutralRecord, UploadRecord } from '../../records.ts'
import type { Survivors } from '../../rules/copied-votes.ts'
import type { Row } from '../../sources/row.ts'
import type { Attachments } from './attachments.ts'

/** Numbers of posts by the ids of the table, the ids of deleted ones, and survivors by number. */
export type FiderPosts = {
  numbers: ReadonlyMap<string, string>
  deleted: ReadonlySet<string>
  survivors: Survivors
}

const STATUSES = ['open', 'started', 'completed', 'declined', 'planned', 'duplicate']
const DELETED = '6'

/** Converts a row of `posts`: the post, its status, response, merge and pictures. */
export function toPost(
  row: Row,
  posts: FiderPosts,
  tagsOf: (post: string) => string[],
  attachments: Attachments,
): Found {
  const [id, number, slug] = [row.id(), row.id('number'), row.word('slug')]
  const { origin } = row
  if (row.word('status') === DELETED)
    return { skips: [{ type: 'post', externalId: number, origin, reason: 'It is deleted.' }] }
  const status = STATUSES[row.count('status') ?? 0]
  if (status === undefined) row.refuse('status', row.value('status'), 'is not a status of Fider')
  const { text, records, losses } = withPictures(row, 'description', attachments.ofPost(id), attachments)
  const post = postDraft(row, number, {
    ...titleAndText(row, 'title', { markdown: text }),
    status,
    submitter: row.id('user_id'),
    tags: tagsOf(id),
    approval: row.flag('is_approved') === false ? 'pending' : 'approved',
    slug,
    paths: [...(slug ? [`/posts/${number}/${slug}`] : []), `/posts/${number}`],
    createdAt: row.moment('created_at'),
  })
  return {
    records: [
      byName('status', status ?? '', origin),
      post,
      ...responseOf(row, number),
      ...mergeOf(row, number, posts),
      ...records,
    ],
    losses,
  }
}

function responseOf(row: Row, post: string): CommentRecord[] {
  const response = row.text('response')
  if (response === undefined) return []
  const [author, createdAt] = [row.word('response_user_id'), row.moment('response_date')]
  const text = { markdown: withoutMentions(response) }
  return [commentDraft(row, `response:${post}`, { post, author, text, pinned: true, createdAt })]
}

function mergeOf(row: Row, child: string, { survivors }: FiderPosts): MergeRecord[] {
  const parent = survivors.get(child)
  if (parent === undefined) return []
  const { origin } = row
  return [{ type: 'merge', externalId: child, origin, child, parent, createdAt: row.moment('response_date') }]
}

/** Converts a row of `comments`. A deleted one is skipped, because Fider has no replies. */
export function toComment(row: Row, posts: FiderPosts, attachments: Attachments): Found {
  const [id, postId] = [row.id(), row.id('post_id')]
  const skip = (reason: string): Found => ({
    skips: [{ type: 'comment', externalId: id, origin: row.origin, reason }],
  })
  if (row.word('deleted_at') !== undefined) return skip('It is deleted.')
  if (posts.deleted.has(postId)) return skip('Its post is deleted.')
  const { text, records, losses } = withPictures(row, 'content', attachments.ofComment(id), attachments)
  const comment = commentDraft(row, id, {
    post: posts.numbers.get(postId) ?? postId,
    author: row.id('user_id'),
    text: { markdown: text },
    approval: row.flag('is_approved') === false ? 'pending' : 'approved',
    createdAt: row.moment('created_at'),
    updatedAt: row.moment('edited_at'),
  })
  return { records: [comment, ...records], losses }
}

const PICTURE = /fider-image:([^\s)"']+)/g

/** Names pictures as uploads, and appends attached ones that the text does not name. */
function withPictures(row: Row, field: string, attached: string[], { blob }: Attachments) {
  const given = withoutMentions(row.text(field) ?? '')
  const named = [...given.matchAll(PICTURE)].map(([, key = '']) => key)
  const added = attached.filter((key) => !named.includes(key))
  const text = [given.replaceAll(PICTURE, 'upload:$1'), ...added.map((key) => `![](upload:${key})`)]
    .filter((part) => part !== '')
    .join('\n\n')
  const keys = [...new Set([...named, ...added])]
  const records = keys.flatMap((key): NeutralRecord[] => {
    const found = blob(key)
    if (!found) return []
    const upload: UploadRecord = { type: 'upload', externalId: key, origin: row.origin, key, ...found }
    return [upload]
  })
  const missing = keys.length - records.length
  return { text, records, losses: [loss('pictures', 'They are not in the backup.', missing)] }
}

/** Writes `@Name` for a mention. */
const withoutMentions = (text: string) => text.replaceAll(/@\[([^\]\n]+)\]/g, '@$1')
