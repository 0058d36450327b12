import { hasTeamView, isAdmin, type Caller } from '../../auth/caller.ts'
import type { Scope } from '../../auth/scopes.ts'
import { EVENT_TYPES, subjectOf, type EventType, type Subject } from '../../events/catalogue.ts'
import { type AppError, forbidden, missingScope } from '../../lib/errors.ts'
import type { CommentSnapshot } from '../comments/comment-snapshot.ts'
import { canSeeComment } from '../comments/policy.ts'
import { canSeePost } from '../posts/policy.ts'
import type { PostSnapshot } from '../posts/post-snapshot.ts'
import type { VoteSnapshot } from '../votes/vote-snapshot.ts'
import type { EventNode } from './event-node.ts'
import { canSeeWebhook } from '../webhooks/policy.ts'
import type { WebhookRow } from '../webhooks/webhook-snapshot.ts'

/** Scope that an OAuth token needs for the events of each subject. */
const SCOPES: Record<Subject, Scope> = {
  post: 'posts:read',
  vote: 'votes:read',
  comment: 'comments:read',
  changelog: 'changelog:read',
  customer: 'customers:read',
  roadmap: 'roadmap:read',
  bucket: 'posts:read',
  member: 'member:read',
  webhook: 'webhooks:manage',
}

/**
 * Returns the event types that the caller may read, in the catalogue's order: the requested ones, or all
 * readable ones if none are requested. Notices of webhooks require an admin in person; an OAuth token needs
 * the matching scope.
 * @throws AppError MISSING_SCOPE or FORBIDDEN for a requested type that is not readable, MISSING_SCOPE if
 * none is readable
 */
export function readableTypes(caller: Caller, asked?: readonly EventType[] | null): EventType[] {
  if (asked?.length) {
    asked.forEach((type) => assertEventType(caller, type))
    return EVENT_TYPES.filter((type) => asked.includes(type))
  }
  const open = EVENT_TYPES.filter((type) => isReadable(caller, type))
  if (open.length === 0) throw missingScope(SCOPES.post)
  return open
}

/** Returns whether the caller may read events of a type. */
export const isReadable = (caller: Caller, type: EventType): boolean => accessError(caller, type) === null

/** Throws unless the caller may read the event type. @throws AppError MISSING_SCOPE or FORBIDDEN */
export function assertEventType(caller: Caller, type: EventType): void {
  const refusal = accessError(caller, type)
  if (refusal) throw refusal
}

/**
 * Returns whether the caller may see an event of a readable type. An OAuth token may see notices of its
 * install's own webhook only. Outside the team, only events of posts, votes and comments are visible, if the
 * caller may see the post and the comment as they were right after the change. Those need the snapshot. A past
 * event must also satisfy `stillVisible`.
 */
export function canSeeEvent(
  caller: Caller,
  { type, snapshot }: Pick<EventNode, 'type' | 'snapshot'>,
): boolean {
  const subject = subjectOf(type)
  if (hasTeamView(caller)) return subject !== 'webhook' || canSeeWebhook(caller, snapshot as WebhookRow)
  if (subject === 'post') return canSeePost(caller, snapshot as PostSnapshot)
  if (subject === 'vote') return canSeePost(caller, (snapshot as VoteSnapshot).post)
  if (subject !== 'comment') return false
  const comment = snapshot as CommentSnapshot
  return canSeeComment(caller, comment, comment.post)
}

function accessError(caller: Caller, type: EventType): AppError | null {
  const subject = subjectOf(type)
  if (caller.authority === 'app')
    return !caller.scopes || caller.scopes.has(SCOPES[subject]) ? null : missingScope(SCOPES[subject])
  if (subject !== 'webhook' || isAdmin(caller)) return null
  return forbidden('Insufficient permissions: notices of webhooks need an admin of the organization')
}
