import type { LiveEvent } from '../../live/event-documents.ts'

/** Type of an event, as the schema names it. */
export type EventType = LiveEvent['type']

/** Events that a webhook can subscribe to, in groups by their subject. */
export const EVENT_GROUPS = {
  POST: ['POST_CREATED', 'POST_UPDATED', 'POST_COMPLETED', 'POST_MERGED', 'POST_UNMERGED', 'POST_DELETED'],
  VOTE: ['VOTE_ADDED', 'VOTE_REMOVED'],
  COMMENT: ['COMMENT_CREATED', 'COMMENT_UPDATED', 'COMMENT_DELETED'],
  CHANGELOG: ['CHANGELOG_CREATED', 'CHANGELOG_UPDATED', 'CHANGELOG_PUBLISHED', 'CHANGELOG_DELETED'],
  CUSTOMER: ['CUSTOMER_CREATED', 'CUSTOMER_UPDATED', 'CUSTOMER_DELETED'],
  ROADMAP: ['ROADMAP_UPDATED'],
  BUCKET: ['BUCKET_UPDATED'],
  MEMBER: ['MEMBER_ADDED', 'MEMBER_REMOVED'],
} as const satisfies Record<string, readonly EventType[]>

/** Every type of event that can be delivered. */
export const DELIVERED_TYPES: readonly EventType[] = [...Object.values(EVENT_GROUPS).flat(), 'WEBHOOK_TEST']

/** Events that an install's webhook can subscribe to. */
export const APP_EVENTS: readonly EventType[] = [
  'POST_CREATED',
  'POST_UPDATED',
  'POST_COMPLETED',
  'CHANGELOG_CREATED',
  'CHANGELOG_UPDATED',
  'CHANGELOG_PUBLISHED',
]
