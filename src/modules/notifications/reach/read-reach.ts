import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { TopicSubject } from '../../../db/generated/tables.ts'

/** People whom one topic has reached. */
export type Reach = {
  at: Date
  /** Whether all people are planned. */
  isComplete: boolean
  people: number
  mailed: number
  waiting: number
  failed: number
  bounced: number
}

/** Number of topics that are read, the last ones. */
const TOPICS = 10

/** Returns whom the last topics of an object have reached, newest first, without those that notified no one. */
export async function readReach(
  db: Db,
  organizationId: number,
  { subject, subjectId }: { subject: TopicSubject; subjectId: number },
): Promise<Reach[]> {
  const { rows } = await sql<Reach>`
    select t.created_at as at, t.planned_at is not null as "isComplete", n.people, m.mailed, m.waiting, m.failed, m.bounced
    from (
      select id, created_at, planned_at from notification_topics
      where organization_id = ${organizationId} and subject = ${subject} and subject_id = ${subjectId} and content is not null
      order by id desc limit ${sql.lit(TOPICS)}) t
    cross join lateral (
      select count(*)::int as people from notifications
      where organization_id = ${organizationId} and topic_id = t.id) n
    cross join lateral (
      select count(*) filter (where state = 'sent')::int as mailed,
        count(*) filter (where state in ('queued', 'sending'))::int as waiting,
        count(*) filter (where state in ('failed', 'suppressed'))::int as failed,
        count(*) filter (where report = 'bounced')::int as bounced
      from mails where organization_id = ${organizationId} and topic_id = t.id) m
    where n.people > 0 order by t.id desc`.execute(db)
  return rows
}
