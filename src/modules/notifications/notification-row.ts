import { sql } from 'kysely'
import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { NotificationKind, TopicSubject } from '../../db/generated/tables.ts'
import type { TopicContent } from './planning/topic-content.ts'

/** An item of the bell of a person, with its topic. */
export type NotificationRow = {
  organizationId: number
  id: number
  userId: number
  kinds: NotificationKind[]
  createdAt: Date
  readAt: Date | null
  subject: TopicSubject
  subjectId: number
  content: TopicContent
}

/** Selects the items of the bell of a person whose objects the person sees now. */
export const bellOf = (db: Db, organizationId: number, userId: number, viewer: Viewer) =>
  db
    .selectFrom('notifications as n')
    .innerJoin('notificationTopics as t', 't.id', 'n.topicId')
    .where('t.organizationId', '=', organizationId)
    .where('n.organizationId', '=', organizationId)
    .where('n.userId', '=', userId)
    .where('n.inBell', '=', true)
    .where(isVisible(organizationId, viewer))

/** Condition on the topic `t` that the viewer sees its object. Those of the team are not shown to others. */
function isVisible(organizationId: number, { hasTeamView, actorId }: Viewer) {
  const post = hasTeamView
    ? sql`true`
    : sql`not p.private and not p.hidden and (p.approval_status = 'approved' or p.submitter_id = ${actorId}::int)`
  return sql<boolean>`case
    when t.subject = 'post' then exists (
      select 1 from posts p where p.organization_id = ${organizationId} and p.id = t.subject_id and ${post})
    when t.subject = 'changelog' then exists (
      select 1 from changelogs c
      where c.organization_id = ${organizationId} and (c.id = t.subject_id or c.original_id = t.subject_id)
        and c.published_at is not null)
    else ${hasTeamView} end`
}

/** Columns of an item. */
export const BELL_COLUMNS = [
  'n.organizationId',
  'n.id',
  'n.userId',
  sql<NotificationKind[]>`n.kinds::text[]`.as('kinds'),
  'n.createdAt',
  'n.readAt',
  't.subject',
  't.subjectId',
  sql<TopicContent>`coalesce(t.content, '{}')`.as('content'),
] as const
