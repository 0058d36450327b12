import type { TopicSubject } from '../../../db/generated/tables.ts'
import type { EventType } from '../../../events/catalogue.ts'

/** Facts of an event on which topics depend. */
export type NotifyingEvent = {
  position: number
  type: EventType
  subjectId: number
  postId: number | null
  createdAt: Date
  /** Whether it changes the status of a post. */
  hasStatus: boolean
  /** Whether it approves a post or a comment. */
  isApproval: boolean
  /** Whether it is about a new object that waits for approval. */
  isPending: boolean
  /** Post into which its post was merged. */
  parentId: number | null
  /** Whether a person caused it. */
  isByUser: boolean
  /** The entry that its changelog entry translates. */
  originalId: number | null
}

export type TopicKey = { subject: TopicSubject; subjectId: number; postIds: number[] }

/** Types of events that people are notified of. */
export const NOTIFYING_EVENTS = [
  'post_created',
  'post_updated',
  'post_merged',
  'comment_created',
  'comment_updated',
  'changelog_published',
  'webhook_disabled',
] as const satisfies EventType[]

const MODERATION: TopicKey = { subject: 'moderation', subjectId: 0, postIds: [] }

const ofPost = (id: number, ...merged: number[]): TopicKey => ({
  subject: 'post',
  subjectId: id,
  postIds: [id, ...merged],
})

/** Returns the topic that an event belongs to, or null if it has no notification. */
export function topicOf(event: NotifyingEvent, { wantsPosts }: { wantsPosts: boolean }): TopicKey | null {
  const { type, subjectId, isPending } = event
  const postId = event.postId ?? subjectId
  switch (type) {
    case 'post_created':
      if (isPending) return MODERATION
      return wantsPosts ? ofPost(postId) : null
    case 'post_updated':
      return event.hasStatus || event.isApproval ? ofPost(postId) : null
    case 'post_merged':
      return event.parentId === null ? null : ofPost(event.parentId, postId)
    case 'comment_created':
      return isPending ? MODERATION : ofPost(postId)
    case 'comment_updated':
      return event.isApproval ? ofPost(postId) : null
    case 'changelog_published':
      return { subject: 'changelog', subjectId: event.originalId ?? subjectId, postIds: [] }
    case 'webhook_disabled':
      // A notification to the admin who disables one has no news.
      return event.isByUser ? null : { subject: 'webhook', subjectId, postIds: [] }
    default:
      return null
  }
}
