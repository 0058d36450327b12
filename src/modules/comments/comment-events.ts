import { sql } from 'kysely'
import type { Comment, Post } from '../../db/rows.ts'
import type { Actor } from '../../events/actor.ts'
import { changesBetween } from '../../events/changes-between.ts'
import type { NewEvent, StatementEvent } from '../../events/record.ts'
import { toPostOfSnapshot } from '../posts/post-snapshot.ts'
import type { CommentSnapshot } from './comment-snapshot.ts'
import { commentEventFields } from './event-fields.ts'

/** Characters of the id of a comment in its snapshot. */
const ID_SIZE = 16

type CommentEventType = Extract<NewEvent['type'], `comment_${string}`>

/** A comment with the actor of its change. The post has its counts after the change. */
type CommentChange = { actor: Actor; post: Post; comment: Comment }

/** Returns an event about a comment, without changes. */
export function commentEvent(type: CommentEventType, { actor, post, comment }: CommentChange): NewEvent {
  const { organizationId, id: subjectId } = comment
  const snapshot = toSnapshot(comment, post)
  return { organizationId, actor, type, subjectId, postId: post.id, snapshot }
}

/** Returns the event of the update of a comment, with its changes. */
export function updatedCommentEvent(before: Comment, change: CommentChange): NewEvent {
  const difference = changesBetween(commentEventFields(before), commentEventFields(change.comment))
  return { ...commentEvent('comment_updated', change), ...difference }
}

/** Returns the event of a new comment, for the statement whose query `comment` stores it and returns its id. */
export function newCommentEvent(
  actor: Actor,
  post: Post,
  comment: Omit<Comment, 'id' | 'deletedAt'>,
): StatementEvent {
  const json = JSON.stringify({ ...toSnapshot({ ...comment, deletedAt: null }, post) })
  return {
    organizationId: comment.organizationId,
    actor,
    type: 'comment_created',
    subjectId: sql<number>`comment.id`,
    postId: post.id,
    snapshot: sql`${json}::jsonb || jsonb_build_object('id', comment.id)`,
    size: json.length + ID_SIZE,
  }
}

const toSnapshot = <Row extends Omit<Comment, 'id'>>(comment: Row, post: Post) =>
  ({ ...comment, commentsCount: post.commentsCount, post: toPostOfSnapshot(post) }) satisfies Omit<
    CommentSnapshot,
    'id'
  >
