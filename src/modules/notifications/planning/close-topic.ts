import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { NotificationTopic } from '../../../db/rows.ts'
import { databaseNow } from '../../../db/time.ts'
import { countPending } from '../../moderation/count-pending.ts'
import { listTeam } from './list-team.ts'
import { closePostTopic } from './close-post-topic.ts'
import type { TopicContent } from './topic-content.ts'

/** A topic that is closed. */
export type ClosedTopic = {
  /** Content of the notifications. Null for nothing. */
  content: TopicContent | null
  /** Number of its last event, if later ones make another topic. */
  lastNumber?: number
}

/**
 * Returns what people are notified of by a topic that is due, as the data is now. Null for nothing: what has been taken
 * back, was deleted, or is part of the topic of another post.
 */
export function closeTopic(tx: Transaction, topic: NotificationTopic): Promise<ClosedTopic> {
  switch (topic.subject) {
    case 'post':
      return closePostTopic(tx, topic)
    case 'changelog':
      return closeChangelogTopic(tx, topic)
    case 'webhook':
      return closeTeamTopic(tx, topic, 'webhook_disabled', isDisabled)
    case 'moderation':
      return closeTeamTopic(tx, topic, 'team_moderation', isAnythingWaiting)
  }
}

/** Marks the family of an entry, so that another publication has no notification. */
async function closeChangelogTopic(
  tx: Transaction,
  { organizationId, subjectId }: NotificationTopic,
): Promise<ClosedTopic> {
  const { rows } = await sql<{ id: number }>`
    update changelogs set notified_at = ${databaseNow}
    where organization_id = ${organizationId} and id = ${subjectId} and notify and notified_at is null and exists (
      select 1 from changelogs f where f.organization_id = ${organizationId} and (f.id = ${subjectId} or f.original_id = ${subjectId})
        and f.published_at is not null)
    returning id`.execute(tx)
  return { content: rows.length === 0 ? null : { subscribers: true } }
}

async function closeTeamTopic(
  tx: Transaction,
  { organizationId, subjectId }: NotificationTopic,
  kind: 'webhook_disabled' | 'team_moderation',
  holds: (tx: Transaction, organizationId: number, subjectId: number) => Promise<boolean>,
): Promise<ClosedTopic> {
  if (!(await holds(tx, organizationId, subjectId))) return { content: null }
  return { content: { listed: await listTeam(tx, organizationId, kind) } }
}

async function isDisabled(tx: Transaction, organizationId: number, id: number): Promise<boolean> {
  const webhook = await tx
    .selectFrom('webhooks')
    .select('disabledAt')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return webhook?.disabledAt != null
}

async function isAnythingWaiting(tx: Transaction, organizationId: number): Promise<boolean> {
  const { pendingPosts, pendingComments } = await countPending(tx, organizationId)
  return pendingPosts + pendingComments > 0
}
