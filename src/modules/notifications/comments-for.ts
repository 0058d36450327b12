import type { NotificationKind } from '../../db/generated/tables.ts'
import type { TopicComment, TopicContent } from './planning/topic-content.ts'

type Notified = { kinds: readonly NotificationKind[]; content: TopicContent }

/** Returns the comments of a topic that a person is notified of, in their order. */
export function commentsFor({ kinds, content }: Notified, userId: number): TopicComment[] {
  return (content.comments ?? []).filter(
    ({ authorId, official, internal, replyTo, mentions }) =>
      authorId !== userId &&
      (replyTo === userId ||
        mentions.includes(userId) ||
        (!internal && kinds.includes(official ? 'post_answered' : 'comment_added'))),
  )
}
