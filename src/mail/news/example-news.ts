import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { NotificationKind } from '../../db/generated/tables.ts'
import type { News } from './read-news.ts'

type Asked = {
  kind: NotificationKind
  /** Post or entry of the changelog. Null for the newest one that has what the kind is about. */
  subjectId: number | null
  readerId: number
}

type Found = { id: number; commentId: number | null }

/** Returns a notification as an example of its kind. Null if the organization has nothing that it could be about. */
export async function exampleNews(db: Db, organizationId: number, asked: Asked): Promise<News | null> {
  const { kind, readerId } = asked
  const example = { kinds: [kind], topicId: 0, addedBy: null }
  if (kind === 'team_moderation') return { ...example, subject: 'moderation', subjectId: 0, content: {} }
  const { subject, statement } = statementOf(organizationId, asked)
  const { rows } = await statement.execute(db)
  const [found] = rows
  if (!found) return null
  const comment = {
    ...{ authorId: 0, official: kind === 'post_answered', internal: false },
    replyTo: kind === 'comment_reply' ? readerId : null,
    mentions: kind === 'mention' ? [readerId] : [],
  }
  const comments = found.commentId === null ? [] : [{ id: found.commentId, ...comment }]
  return { ...example, subject, subjectId: found.id, content: { statusBefore: '', comments } }
}

type Statement = { subject: 'post' | 'changelog' | 'webhook'; statement: RawBuilder<Found> }

function statementOf(organizationId: number, { kind, subjectId: id }: Asked): Statement {
  switch (kind) {
    case 'changelog_published':
      return {
        subject: 'changelog',
        statement: sql`select c.id, null::int as "commentId" from changelogs c
          where c.organization_id = ${organizationId} and (c.id = ${id}::int or (${id}::int is null and c.original_id is null))
          order by c.created_at desc, c.id desc limit 1`,
      }
    case 'webhook_disabled':
      return {
        subject: 'webhook',
        statement: sql`select w.id, null::int as "commentId" from webhooks w
          where w.organization_id = ${organizationId} and w.disabled_at is not null
          order by w.disabled_at desc, w.id desc limit 1`,
      }
    case 'mention':
    case 'comment_reply':
    case 'comment_added':
    case 'post_answered':
      return {
        subject: 'post',
        statement: sql`select p.id, c.id as "commentId" from comments c
          join posts p on p.organization_id = ${organizationId} and p.id = c.post_id
          where c.organization_id = ${organizationId} and (${id}::int is null or p.id = ${id})
            and c.official = ${kind === 'post_answered'} and not c.internal and c.deleted_at is null
            and c.approval_status = 'approved' and ${ARE_PUBLIC}
          order by c.created_at desc, c.id desc limit 1`,
      }
    default:
      return {
        subject: 'post',
        statement: sql`select p.id, null::int as "commentId" from posts p
          where p.organization_id = ${organizationId} and (${id}::int is null or p.id = ${id}) and ${ARE_PUBLIC}
          order by p.created_at desc, p.id desc limit 1`,
      }
  }
}

/** Whether people outside the team see posts `p`. */
const ARE_PUBLIC = sql`p.approval_status = 'approved' and not p.private and not p.hidden and p.merged_into_id is null`
