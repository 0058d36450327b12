import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { NotificationTopic } from '../../../db/rows.ts'
import type { ClosedTopic } from './close-topic.ts'
import { openTopic } from './open-topics.ts'
import { postContent, type PostTopicEvent } from './post-content.ts'

/** Maximum number of events of a topic. Later ones make another. */
const MAX_EVENTS = 500

/**
 * Returns what people are notified of a post. The events of a merged post are added to the topic of
 * the other post, so that each person has one.
 */
export async function closePostTopic(tx: Transaction, topic: NotificationTopic): Promise<ClosedTopic> {
  const { organizationId, subjectId } = topic
  const row = await tx
    .selectFrom('posts')
    .innerJoin('statuses', 'statuses.id', 'posts.statusId')
    .where('statuses.organizationId', '=', organizationId)
    .where('posts.organizationId', '=', organizationId)
    .where('posts.id', '=', subjectId)
    .selectAll('posts')
    .select('statuses.slug as statusSlug')
    .executeTakeFirst()
  if (!row) return { content: null }
  const { statusSlug: status, ...post } = row
  if (post.mergedIntoId !== null) {
    await joinTopicOf(tx, topic, post.mergedIntoId)
    return { content: null }
  }
  const events = await readPostEvents(tx, topic)
  const last = events.length > MAX_EVENTS ? events[MAX_EVENTS - 1] : undefined
  const content = await postContent(tx, { organizationId, events: events.slice(0, MAX_EVENTS), post, status })
  return { content, ...(last && { lastNumber: last.number }) }
}

async function joinTopicOf(tx: Transaction, topic: NotificationTopic, parentId: number): Promise<void> {
  const { organizationId, firstNumber, lastNumber, createdAt, postIds } = topic
  const at = createdAt
  await openTopic(
    tx,
    organizationId,
    {
      ...{ subject: 'post', subjectId: parentId, postIds: [parentId, ...postIds] },
      ...{ first: { number: firstNumber, at }, last: { number: lastNumber, at } },
    },
    0,
  )
}

/** Reads the events of the posts of a topic, one more than it may have. */
async function readPostEvents(tx: Transaction, topic: NotificationTopic): Promise<PostTopicEvent[]> {
  const { organizationId, postIds, firstNumber, lastNumber } = topic
  const { rows } = await sql<PostTopicEvent>`
    select o.number, e.type, e.subject_id as "subjectId", o.of_post as "postId", e.actor_kind as "actorKind",
      e.actor_id as "actorId", e.actor_user_id as "actorUserId",
      case when e.type = 'post_updated' then e.before -> 'status' ->> 'value' end as "statusBefore",
      coalesce(e.after ->> 'approval_status' = 'approved', false) as "isApproval"
    from event_order o join events e
      on e.organization_id = ${organizationId} and e.id = o.event_id and e.created_at = o.created_at
    where o.organization_id = ${organizationId} and o.of_post = any(${[...new Set(postIds)]}::int[])
      and o.number between ${firstNumber} and ${lastNumber}
      and e.type in ('post_created', 'post_updated', 'post_merged', 'comment_created', 'comment_updated')
    order by o.number limit ${sql.lit(MAX_EVENTS + 1)}`.execute(tx)
  return rows
}
