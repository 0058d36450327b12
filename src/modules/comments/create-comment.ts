import { sql } from 'kysely'
import type { Caller } from '../../auth/caller.ts'
import { executeParts } from '../../db/sharding/parts.ts'
import type { Db } from '../../db/database.ts'
import type { Comment, Post } from '../../db/rows.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'
import type { Actor } from '../../events/actor.ts'
import { inTransaction } from '../../db/transaction.ts'
import { insertEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { AppError, unprocessable } from '../../lib/errors.ts'
import { isModerated } from '../buckets/is-moderated.ts'
import { canSeePost } from '../posts/policy.ts'
import { isVersion, lockVersion, withPost, type ReadPost } from '../posts/with-post.ts'
import { insertDocuments } from '../search/store-documents.ts'
import { attachingUploads } from '../uploads/attach-uploads.ts'
import { newCommentEvent } from './comment-events.ts'
import type { CommentRow } from './comment-row.ts'
import { commentText } from './comment-text.ts'
import { mentionable, mentioning } from './mention-people.ts'
import { addToCount, isCounted } from './count-comments.ts'
import { canSeeComment, writesAsCustomer } from './policy.ts'

type NewComment = {
  postId: number
  /** Comment replied to, on the same post. */
  parentId?: number | null | undefined
  /** Plain text or HTML. */
  body: string
  /** By default as the comment replied to. */
  internal?: boolean | null | undefined
  pinned?: boolean | null | undefined
  /** Whether it is the answer of the team: public, and at the top level. */
  official?: boolean | null | undefined
  /** People whom it mentions. */
  mentionIds?: readonly number[] | null | undefined
  approvalStatus?: ApprovalStatus | null | undefined
  authorId: number
  actor: Actor
  /** Caller, to whom the post and the parent must be visible. */
  caller: Caller
}

/**
 * Creates a comment, counts it on its post and subscribes its author to the post. A customer's comment in a
 * moderated bucket starts as pending. A reply to an internal comment is internal. Records the event. Returns
 * the row of the comment with its author and its post, and the row of the post.
 * @throws AppError MISSING_PARAM without a body; UNPROCESSABLE for a post that is merged or not visible, a
 * parent that is not on the post, a public reply to an internal comment, an official reply, or a person who cannot be
 * mentioned
 */
export async function createComment(db: Db, organizationId: number, input: NewComment) {
  const text = commentText(input.body)
  const key = { organizationId, id: input.postId, personId: input.authorId }
  const create = (on: Db) =>
    withPost(on, key, (connection, read) => createOn(connection, read, { ...input, text }))
  // The lock of the post excludes changes of the parent, some of which do not change the post.
  const created = input.parentId == null ? create(db) : inTransaction(db, create)
  return created.catch((error: unknown) => {
    throw isMissing(error) ? unprocessable('postId', 'does not exist') : error
  })
}

const isMissing = (error: unknown) => error instanceof AppError && error.code === 'NOT_FOUND'

/** Creates a comment on a post. Returns null and stores nothing if the post has changed since it was read. */
async function createOn(
  db: Db,
  read: ReadPost,
  { text, ...input }: NewComment & { text: ReturnType<typeof commentText> },
) {
  const { post } = read
  assertOpen(post, input)
  const parent = await findParent(db, post, input)
  if (parent?.internal && input.internal === false)
    throw unprocessable('internal', 'must be true below an internal comment')
  if (input.official && (parent || input.internal))
    throw unprocessable('official', 'must be a public comment at the top level')
  const mentionIds = await mentionable(db, post, input)
  const waits = writesAsCustomer(input.caller) && (await isModerated(db, post.organizationId, post.bucketId))
  const at = now()
  const row = {
    organizationId: post.organizationId,
    postId: post.id,
    parentId: parent?.id ?? null,
    authorId: input.authorId,
    ...text,
    internal: input.internal ?? parent?.internal ?? false,
    pinned: input.pinned ?? input.official ?? false,
    official: input.official ?? false,
    approvalStatus: input.approvalStatus ?? (waits ? 'pending' : 'approved'),
    createdAt: at,
    updatedAt: at,
  }
  return store(db, read, { actor: input.actor, row, mentionIds })
}

type Row = Omit<Comment, 'id' | 'deletedAt'>

/**
 * Stores a comment with its document and event, counts it and subscribes its author, in one statement. Stores nothing
 * and returns null if the post has changed since it was read. Otherwise returns the rows of the comment and of its
 * post.
 */
async function store(
  db: Db,
  read: ReadPost,
  { actor, row, mentionIds }: { actor: Actor; row: Row; mentionIds: readonly number[] },
): Promise<{ comment: CommentRow; post: Post } | null> {
  const { organizationId, postId, authorId: userId, createdAt } = row
  const count = Number(isCounted({ ...row, deletedAt: null }))
  const post = { ...read.post, commentsCount: read.post.commentsCount + count }
  const searched = { id: null, title: '', body: row.body }
  const parts = [
    {
      name: 'post',
      query: sql`${count ? addToCount(db, isVersion(read), count) : lockVersion(db, read)}`,
      columns: 'id int',
    },
    {
      name: 'comment',
      query: sql`insert into comments (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        select ${sql.join(Object.values(row))} from post returning *`,
      columns: 'id int',
    },
    {
      name: 'subscriber',
      query: sql`insert into post_subscribers (organization_id, post_id, user_id, created_at)
        select ${organizationId}, ${postId}, ${userId}, ${createdAt} from post on conflict do nothing`,
    },
    ...(mentionIds.length > 0 ? [mentioning(organizationId, mentionIds)] : []),
    ...attachingUploads(organizationId, row.bodyHtml),
    { name: 'document', query: insertDocuments('comment', organizationId, [searched], 'comment') },
    ...insertEvents(db, [newCommentEvent(actor, post, row)], 'comment'),
  ]
  const [comment] = await executeParts<Comment>(db, parts, 'comment')
  return comment ? { comment: { ...comment, author: read.person, post }, post } : null
}

/** @throws AppError UNPROCESSABLE unless the caller sees the post and can comment on it */
function assertOpen(post: Post, { caller }: NewComment): void {
  if (!canSeePost(caller, post)) throw unprocessable('postId', 'does not exist')
  if (post.mergedIntoId !== null) throw unprocessable('postId', 'is merged into another post')
}

async function findParent(db: Db, post: Post, { parentId, caller }: NewComment) {
  if (parentId == null) return null
  const parent = await db
    .selectFrom('comments')
    .selectAll()
    .where('organizationId', '=', post.organizationId)
    .where('id', '=', parentId)
    .where('postId', '=', post.id)
    .executeTakeFirst()
  if (!parent || !canSeeComment(caller, parent, post))
    throw unprocessable('parentId', 'is not a comment on this post')
  if (parent.deletedAt !== null) throw unprocessable('parentId', 'is deleted')
  return parent
}
