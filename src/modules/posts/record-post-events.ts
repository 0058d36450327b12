import type { Transaction } from '../../db/database.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { recordEvents, type NewEvent } from '../../events/record.ts'
import { postEventFields, type PostSnapshot } from './event-fields.ts'

/**
 * Returns the events of a new post: its creation, and its completion if its status is of kind `completed`
 * (contract 6).
 */
export function eventsOfNewPost(post: PostSnapshot): NewEvent[] {
  const event = { organizationId: post.organizationId, subjectId: post.id, snapshot: post }
  const events: NewEvent[] = [{ ...event, type: 'post_created' }]
  if (isCompleted(post)) events.push({ ...event, type: 'post_completed' })
  return events
}

type PostChange = { before: PostSnapshot; after: PostSnapshot }

/**
 * Records the updates of posts in this order, each with its changes. Also records the completion, after the
 * update, of a post whose status changed to kind `completed` (contract 6). Skips posts without changes.
 */
export async function recordPostChanges(tx: Transaction, changes: PostChange[]): Promise<void> {
  const events = changes.flatMap(({ before, after }): NewEvent[] => {
    const difference = changesBetween(postEventFields(before), postEventFields(after))
    if (!difference) return []
    const event = {
      organizationId: after.organizationId,
      subjectId: after.id,
      snapshot: after,
      ...difference,
    }
    const updated: NewEvent = { ...event, type: 'post_updated' }
    return isCompleted(after) && !isCompleted(before)
      ? [updated, { ...event, type: 'post_completed' }]
      : [updated]
  })
  await recordEvents(tx, events)
}

const isCompleted = ({ status }: PostSnapshot) => status.kind === 'completed'
