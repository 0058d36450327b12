import { isAdmin, type Caller } from '../../auth/caller.ts'
import type { Scope } from '../../auth/scopes.ts'
import { EVENT_TYPES, subjectOf, type EventType, type Subject } from '../../events/catalogue.ts'
import type { EventRow } from '../../events/event-row.ts'
import { type AppError, forbidden, missingScope } from '../../lib/errors.ts'
import { canSeePost } from '../posts/policy.ts'
import type { PostSnapshot } from '../posts/event-fields.ts'
import { canSeeWebhook } from '../webhooks/policy.ts'
import type { WebhookRow } from '../webhooks/webhook-snapshot.ts'

/** What opens the events of each kind of thing to an OAuth token. */
const SCOPES: Record<Subject, Scope> = {
  post: 'posts:read',
  changelog: 'changelog:read',
  webhook: 'webhooks:manage',
}

/**
 * The types of events that the caller reads, in the catalogue's order: those asked for or, when none are, all that are
 * open to them. Notices of webhooks are an admin's in person; an OAuth token reads what its scopes open.
 * @throws AppError MISSING_SCOPE or FORBIDDEN for a type that is asked for and not open, MISSING_SCOPE when none is open
 */
export function readableTypes(caller: Caller, asked?: readonly EventType[] | null): EventType[] {
  if (asked?.length) {
    asked.forEach((type) => assertEventType(caller, type))
    return EVENT_TYPES.filter((type) => asked.includes(type))
  }
  const open = EVENT_TYPES.filter((type) => accessError(caller, type) === null)
  if (open.length === 0) throw missingScope(SCOPES.post)
  return open
}

/** Whether the type of an event is open to the caller. @throws AppError MISSING_SCOPE or FORBIDDEN when it is not */
export function assertEventType(caller: Caller, type: EventType): void {
  const refusal = accessError(caller, type)
  if (refusal) throw refusal
}

/** Whether an event whose type is open to the caller is theirs: to an OAuth token, of webhooks its install's own only. */
export function canSeeEvent(caller: Caller, event: EventRow): boolean {
  return subjectOf(event.type) !== 'webhook' || canSeeWebhook(caller, event.snapshot as WebhookRow)
}

/** Whether the caller may see the post that an event tells of, as it was right after the change. */
export function canSeePostEvent(caller: Caller, event: EventRow): boolean {
  return canSeePost(caller, event.snapshot as PostSnapshot)
}

function accessError(caller: Caller, type: EventType): AppError | null {
  const subject = subjectOf(type)
  if (caller.authority === 'app')
    return !caller.scopes || caller.scopes.has(SCOPES[subject]) ? null : missingScope(SCOPES[subject])
  if (subject !== 'webhook' || isAdmin(caller)) return null
  return forbidden('Insufficient permissions: notices of webhooks need an admin of the organization')
}
