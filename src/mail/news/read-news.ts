import { sql } from 'kysely'
import { ANONYMOUS, type Caller } from '../../auth/caller.ts'
import type { PortalAddress } from '../../auth/portal-base.ts'
import type { Db } from '../../db/database.ts'
import type { NotificationKind, TeamRole, TopicSubject } from '../../db/generated/tables.ts'
import type { TopicContent } from '../../modules/notifications/planning/topic-content.ts'
import { isReader } from '../../modules/notifications/planning/read-people.ts'
import type { ClaimedMail } from '../claim-mails.ts'

/** A notification of a mail, with its topic. */
export type News = {
  kinds: NotificationKind[]
  topicId: number
  subject: TopicSubject
  subjectId: number
  content: TopicContent
  /** Name of the person who added the vote of the reader, unless the reader subscribes to the post. */
  addedBy: string | null
}

/** The person whom a mail is about to reach. */
export type Reader = PortalAddress & {
  organizationId: number
  userId: number
  /** Role in the team. Null until the membership is accepted. */
  role: TeamRole | null
  name: string
  email: string | null
  noMail: boolean
  isReader: boolean
}

/** Maximum number of topics of a digest. */
const MAX_TOPICS = 50

/** Returns the reader of a mail, or null after the person was deleted. */
export async function readReader(db: Db, organizationId: number, userId: number): Promise<Reader | null> {
  const { rows } = await sql<Reader>`
    select ${organizationId}::int as "organizationId", u.id as "userId", u.name, u.email, u.no_mail as "noMail",
      case when u.accepted_at is not null then u.role end as role, ${isReader(organizationId)} as "isReader",
      o.slug, o.portal_url as "portalUrl"
    from users u join organizations o on o.id = ${organizationId}
    where u.organization_id = ${organizationId} and u.id = ${userId}`.execute(db)
  return rows[0] ?? null
}

/** Returns the notifications that a mail is about, except those of posts that the reader has muted since. */
export async function readNews(
  db: Db,
  { organizationId, id, kind, topicId }: ClaimedMail,
  userId: number,
): Promise<News[]> {
  const ofMail = kind === 'digest' ? sql`n.digest_id = ${id}` : sql`n.topic_id = ${topicId}`
  const { rows } = await sql<News>`
    select n.kinds::text[] as kinds, n.topic_id as "topicId", t.subject, t.subject_id as "subjectId", t.content,
      case when t.subject = 'post' then (
        select a.name from votes v join users a on a.organization_id = ${organizationId} and a.id = v.added_by_id
        where v.organization_id = ${organizationId} and v.post_id = t.subject_id and v.user_id = ${userId}
          and not a.bot and a.anonymized_at is null and not exists (
            select 1 from post_subscribers s where s.organization_id = ${organizationId} and s.post_id = t.subject_id
              and s.user_id = ${userId})) end as "addedBy"
    from notifications n join notification_topics t on t.organization_id = ${organizationId} and t.id = n.topic_id
    where n.organization_id = ${organizationId} and n.user_id = ${userId} and ${ofMail} and (t.subject <> 'post' or not exists (
      select 1 from post_mutes m
      where m.organization_id = ${organizationId} and m.post_id = t.subject_id and m.user_id = ${userId}))
    order by n.id limit ${sql.lit(MAX_TOPICS)}`.execute(db)
  return rows
}

/** Returns the caller as whom the texts of a mail are read. */
export const readerCaller = ({ organizationId, userId, role, slug, portalUrl }: Reader): Caller => ({
  ...ANONYMOUS,
  authority: 'person',
  organizationId,
  portal: { slug, portalUrl },
  actorId: userId,
  role,
  authenticated: true,
})
