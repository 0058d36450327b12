import type { NotificationKind } from '../../../db/generated/tables.ts'

/** A comment that people are notified of. */
export type TopicComment = {
  id: number
  authorId: number
  official: boolean
  internal: boolean
  /** Author of the comment that it replies to. */
  replyTo: number | null
  mentions: number[]
}

/**
 * Content of the notifications of a topic, as ids. Texts are read when they are shown or sent, as the reader sees
 * them.
 */
export type TopicContent = {
  /** Slug of the status before, if the post has another one. */
  statusBefore?: string
  /** Posts that were merged into it. */
  merged?: number[]
  comments?: TopicComment[]
  /** Kinds of which each person who waits for the post, or follows its comments, is notified. */
  waiting?: NotificationKind[]
  following?: NotificationKind[]
  /** Whether the subscribers of the changelog are notified. */
  subscribers?: boolean
  /** Further people with their kinds. */
  listed?: Listed[]
  /** Kinds of which their cause is not notified. */
  excluded?: Listed[]
  /** People who see the post: its submitter beside the team, or the team only. Default everybody. */
  seenBy?: 'submitter' | 'team'
}

export type Listed = { userId: number; kind: NotificationKind }
