import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvents, type NewEvent } from '../../events/record.ts'
import { postEventFields } from './event-fields.ts'
import type { MergeSnapshot, PostCounts, PostSnapshot } from './post-snapshot.ts'

type PostEventType = Extract<NewEvent['type'], `post_${string}`>

/** Returns an event about a post, without changes. */
export const postEvent = (actor: Actor, type: PostEventType, post: PostSnapshot): NewEvent => ({
  organizationId: post.organizationId,
  actor,
  type,
  subjectId: post.id,
  postId: post.id,
  snapshot: post,
})

/**
 * Returns the events of a new post: its creation, and its completion if its status is of kind `completed`
 * (contract 6).
 */
export function eventsOfNewPost(actor: Actor, post: PostSnapshot): NewEvent[] {
  const event = postEvent(actor, 'post_created', post)
  return isCompleted(post) ? [event, { ...event, type: 'post_completed' }] : [event]
}

type PostChange = { before: PostSnapshot; after: PostSnapshot }

/**
 * Records the updates of posts in this order, each with its changes. Also records the completion, after the
 * update, of a post whose status changed to kind `completed` (contract 6), and after that the begin or end of a
 * merge. Skips posts without changes.
 */
export async function recordPostChanges(
  tx: Transaction,
  actor: Actor,
  changes: PostChange[],
  merge?: { type: 'post_merged' | 'post_unmerged'; parent: PostCounts },
): Promise<void> {
  const events = changes.flatMap(({ before, after }): NewEvent[] => {
    const difference = changesBetween(postEventFields(before), postEventFields(after))
    if (!difference) return []
    const updated: NewEvent = { ...postEvent(actor, 'post_updated', after), ...difference }
    const completed: NewEvent[] =
      isCompleted(after) && !isCompleted(before) ? [{ ...updated, type: 'post_completed' }] : []
    const merged: NewEvent[] = merge
      ? [{ ...updated, type: merge.type, snapshot: toMergeSnapshot(after, merge.parent) }]
      : []
    return [updated, ...completed, ...merged]
  })
  await recordEvents(tx, events)
}

function toMergeSnapshot(post: PostSnapshot, parent: PostCounts): MergeSnapshot {
  const { id, votesCount, downvotesCount, commentsCount } = parent
  return { ...post, mergeParent: { id, votesCount, downvotesCount, commentsCount } }
}

const isCompleted = ({ status }: PostSnapshot) => status.kind === 'completed'
