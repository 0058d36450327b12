import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { PostTopicEvent } from './post-content.ts'
import type { TopicComment } from './topic-content.ts'

/** Returns the comments of events that are on the post now, approved and not deleted, in their order. */
export async function readTopicComments(
  tx: Transaction,
  organizationId: number,
  postId: number,
  events: readonly PostTopicEvent[],
): Promise<TopicComment[]> {
  const isNew = ({ type, isApproval }: PostTopicEvent) =>
    type === 'comment_created' || (type === 'comment_updated' && isApproval)
  const ids = [...new Set(events.filter(isNew).map(({ subjectId }) => subjectId))]
  if (ids.length === 0) return []
  const { rows } = await sql<TopicComment>`
    select c.id, c.author_id as "authorId", c.official, c.internal, p.author_id as "replyTo",
      coalesce(array(select user_id from comment_mentions m
        where m.organization_id = ${organizationId} and m.comment_id = c.id order by user_id), '{}') as mentions
    from comments c
    left join comments p on p.organization_id = ${organizationId} and p.id = c.parent_id and p.deleted_at is null
    where c.organization_id = ${organizationId} and c.id = any(${ids}::int[]) and c.post_id = ${postId}
      and c.deleted_at is null and c.approval_status = 'approved'
    order by c.id`.execute(tx)
  return rows
}
