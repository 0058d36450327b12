import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import type { TopicSubject } from '../../../db/generated/tables.ts'
import type { TopicKey } from './topic-keys.ts'

/** Events of one topic. */
export type TopicEvents = TopicKey & {
  /** Numbers of the first and the last event, with their times. */
  first: { number: number; at: Date }
  last: { number: number; at: Date }
}

/** Windows of a topic, as numbers of windows of the installation. */
type Windows = {
  /** From the last event until it is due. */
  quiet: number
  /** From the first event until it is due at the latest. */
  most: number
}

/** Changelog entries have the time in which their publication can be taken back. */
const WINDOWS: Readonly<Record<TopicSubject, Windows>> = {
  post: { quiet: 1, most: 3 },
  changelog: { quiet: 2, most: 2 },
  moderation: { quiet: 3, most: 3 },
  webhook: { quiet: 0, most: 0 },
}

/**
 * Adds events to the open topics of an organization, which are created where there are none. A topic is due one window
 * after its last event, and at most three after its first one. `windowMs` is that of the installation, in milliseconds.
 */
export async function openTopics(
  tx: Transaction,
  organizationId: number,
  topics: readonly TopicEvents[],
  windowMs: number,
): Promise<void> {
  for (const topic of topics) await openTopic(tx, organizationId, topic, windowMs)
}

/** Adds events to the open topic of their object, as `openTopics`. */
export function openTopic(
  db: Db,
  organizationId: number,
  { subject, subjectId, postIds, first, last }: TopicEvents,
  windowMs: number,
) {
  const { quiet, most } = WINDOWS[subject]
  const latest = first.at.getTime() + most * windowMs
  const dueAt = new Date(Math.min(last.at.getTime() + quiet * windowMs, latest))
  return sql`
    insert into notification_topics as t (organization_id, subject, subject_id, post_ids, first_number, last_number, created_at, due_at)
    values (${organizationId}, ${subject}, ${subjectId}, ${postIds}, ${first.number}, ${last.number}, ${first.at}, ${dueAt})
    on conflict (organization_id, subject, subject_id) where content is null do update set
      post_ids = t.post_ids || excluded.post_ids, first_number = least(t.first_number, excluded.first_number),
      last_number = greatest(t.last_number, excluded.last_number),
      due_at = greatest(t.due_at, least(excluded.due_at,
        (t.created_at at time zone 'UTC' + make_interval(secs => ${(most * windowMs) / 1_000}::float8)) at time zone 'UTC'))`.execute(
    db,
  )
}
