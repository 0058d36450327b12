import { sql } from 'kysely'
import type { Caller } from '../../auth/caller.ts'
import type { Transaction } from '../../db/database.ts'
import type { Comment } from '../../db/generated/client/client.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'
import type { Actor } from '../../events/actor.ts'
import { insertEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { AppError, unprocessable } from '../../lib/errors.ts'
import { isModerated } from '../buckets/is-moderated.ts'
import { canSeePost } from '../posts/policy.ts'
import { lockPost } from '../posts/lock-post.ts'
import { newCommentEvent } from './comment-events.ts'
import { commentText } from './comment-text.ts'
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
  approvalStatus?: ApprovalStatus | null | undefined
  authorId: number
  actor: Actor
  /** Caller, to whom the post and the parent must be visible. */
  caller: Caller
}

/**
 * Creates a comment, counts it on its post and subscribes its author to the post. A customer's comment in a
 * moderated bucket starts as pending. A reply to an internal comment is internal. Records the event. Returns
 * the rows of the comment and of its post.
 * @throws AppError MISSING_PARAM without a body; UNPROCESSABLE for a post that is merged or not visible, a
 * parent that is not on the post, or a public reply to an internal comment
 */
export async function createComment(tx: Transaction, organizationId: number, input: NewComment) {
  const text = commentText(input.body)
  const post = await openPost(tx, organizationId, input)
  const parent = await findParent(tx, post, input)
  if (parent?.internal && input.internal === false)
    throw unprocessable('internal', 'must be true below an internal comment')
  const waits = writesAsCustomer(input.caller) && (await isModerated(tx, organizationId, post.bucketId))
  const at = now()
  return store(tx, input.actor, post, {
    organizationId,
    postId: post.id,
    parentId: parent?.id ?? null,
    authorId: input.authorId,
    ...text,
    internal: input.internal ?? parent?.internal ?? false,
    pinned: input.pinned ?? false,
    approvalStatus: input.approvalStatus ?? (waits ? 'pending' : 'approved'),
    createdAt: at,
    updatedAt: at,
  })
}

type Row = Omit<Comment, 'id' | 'deletedAt'>

/**
 * Stores a comment and its event, counts it and subscribes its author, in one statement. Returns the rows of the comment and
 * of its post.
 */
async function store(
  tx: Transaction,
  actor: Actor,
  post: OpenPost,
  row: Row,
): Promise<{ comment: Comment; post: OpenPost }> {
  const { organizationId, postId, authorId: userId, createdAt } = row
  const isVisible = isCounted({ ...row, deletedAt: null })
  const subscription = tx
    .insertInto('postSubscribers')
    .values({ organizationId, postId, userId, createdAt })
    .onConflict((conflict) => conflict.columns(['organizationId', 'postId', 'userId']).doNothing())
  const counted = isVisible ? { ...post, commentsCount: post.commentsCount + 1 } : post
  const event = newCommentEvent(actor, counted, row)
  const { rows } = await sql<Comment>`
    with comment as (${tx.insertInto('comments').values(row).returningAll()}),
    ${isVisible ? sql`counted as (${addToCount(tx, post, 1)}),` : sql``}
    subscriber as (${subscription}),
    event as (${insertEvents(tx, [event], 'comment')})
    select * from comment`.execute(tx)
  const [comment] = rows
  if (!comment) throw new Error('PostgreSQL returned no row')
  return { comment, post: counted }
}

async function openPost(tx: Transaction, organizationId: number, { postId, caller }: NewComment) {
  const post = await lockPost(tx, organizationId, postId).catch((error: unknown) => {
    throw error instanceof AppError ? unprocessable('postId', 'does not exist') : error
  })
  if (!canSeePost(caller, post)) throw unprocessable('postId', 'does not exist')
  if (post.mergedIntoId !== null) throw unprocessable('postId', 'is merged into another post')
  return post
}

type OpenPost = Awaited<ReturnType<typeof openPost>>

async function findParent(tx: Transaction, post: OpenPost, { parentId, caller }: NewComment) {
  if (parentId == null) return null
  const parent = await tx
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
