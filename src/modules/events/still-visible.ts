import { sql } from 'kysely'
import { hasTeamView, type Caller } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'
import { subjectOf, type EventType } from '../../events/catalogue.ts'
import { canSeeComment } from '../comments/policy.ts'
import { canSeePost } from '../posts/policy.ts'

type PastEvent = { type: EventType; subjectId: number; postId: number | null }

/** Facts that decide who may see a post and a comment now. They are null once deleted. */
type Current = {
  submitterId: number | null
  approvalStatus: ApprovalStatus
  private: boolean
  hidden: boolean
  authorId: number | null
  internal: boolean
  commentApproval: ApprovalStatus
}

/**
 * Returns those of past events of posts, votes and comments that a caller may still see: outside the team, those
 * whose post and comment are visible to them now, and deletions. Reads the posts and comments of all events in one
 * statement, and none for the team.
 */
export async function stillVisible<Event extends PastEvent>(
  { db, organizationId, caller }: { db: Db; organizationId: number; caller: Caller },
  events: Event[],
): Promise<Event[]> {
  if (hasTeamView(caller) || events.length === 0) return events
  const commentIds = events.map(({ type, subjectId }) => (subjectOf(type) === 'comment' ? subjectId : null))
  const postIds = events.map(({ postId, subjectId }) => postId ?? subjectId)
  // A merge moves comments to another post.
  const { rows } = await sql<Current>`
    select p.submitter_id, p.approval_status, p.private, p.hidden, c.author_id, c.internal, c.approval_status as comment_approval
    from unnest(${postIds}::int[], ${commentIds}::int[]) with ordinality as event (post_id, comment_id, number)
      left join comments c on c.organization_id = ${organizationId} and c.id = event.comment_id and c.deleted_at is null
      left join posts p on p.organization_id = ${organizationId} and p.id = coalesce(c.post_id, event.post_id)
    order by number`.execute(db)
  return events.filter(({ type }, index) => isStillVisible(caller, type, rows[index]))
}

function isStillVisible(caller: Caller, type: EventType, current: Current | undefined): boolean {
  if (current?.submitterId == null) return type === 'post_deleted'
  const { submitterId, authorId, internal, commentApproval: approvalStatus } = current
  const post = { ...current, submitterId }
  if (subjectOf(type) !== 'comment' || type === 'comment_deleted') return canSeePost(caller, post)
  return authorId !== null && canSeeComment(caller, { authorId, internal, approvalStatus }, post)
}
