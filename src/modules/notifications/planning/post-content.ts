import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { NotificationKind } from '../../../db/generated/tables.ts'
import type { Post } from '../../../db/rows.ts'
import type { Actor } from '../../../events/actor.ts'
import { listTeam } from './list-team.ts'
import type { Listed, TopicComment, TopicContent } from './topic-content.ts'
import { readTopicComments } from './topic-comments.ts'

/** An event of a post, as its topic reads it. */
export type PostTopicEvent = {
  number: number
  type: string
  subjectId: number
  postId: number
  actorKind: Actor['kind'] | null
  actorId: number | null
  actorUserId: number | null
  statusBefore: string | null
  isApproval: boolean
}

type PostTopic = { organizationId: number; events: readonly PostTopicEvent[]; post: Post; status: string }

/** Returns what people are notified of a post now, or null for nothing, such as a status that has returned. */
export async function postContent(
  tx: Transaction,
  { organizationId, events, post, status }: PostTopic,
): Promise<TopicContent | null> {
  const own = events.filter(({ postId }) => postId === post.id)
  const changes = own.filter((event) => event.statusBefore !== null)
  const statusBefore = changes[0]?.statusBefore
  const isChanged = statusBefore != null && statusBefore !== status
  const merges = events.filter(({ type, postId }) => type === 'post_merged' && postId !== post.id)
  const merged = await stillMerged(tx, organizationId, post.id, merges)
  const comments = await readTopicComments(tx, organizationId, post.id, events)
  const seen = comments.filter(({ internal }) => !internal)
  const approvals = own.filter(({ type, isApproval }) => type === 'post_updated' && isApproval)
  const isApproved = approvals.length > 0 && post.approvalStatus === 'approved'
  const isNew = own.some(({ type }) => type === 'post_created') || isApproved
  const content: TopicContent = {
    ...(isChanged && { statusBefore }),
    ...(merged.length > 0 && { merged }),
    ...(comments.length > 0 && { comments }),
    waiting: [
      ...(isChanged ? (['post_status_changed'] as const) : []),
      ...(seen.some(({ official }) => official) ? (['post_answered'] as const) : []),
    ],
    following: seen.some(({ official }) => !official) ? ['comment_added'] : [],
    listed: [
      ...(isApproved ? [{ userId: post.submitterId, kind: 'post_approved' as const }] : []),
      ...(await addressed(tx, organizationId, comments)),
      ...(isNew ? await listTeam(tx, organizationId, 'team_post') : []),
    ],
    excluded: [
      ...causesOf('post_status_changed', changes.map(causeOf)),
      ...causesOf('post_merged', merges.map(causeOf)),
      ...causesOf('post_approved', approvals.map(causeOf)),
      ...(isNew ? [{ userId: post.submitterId, kind: 'team_post' as const }] : []),
      ...authorsOf(seen),
    ],
    ...seenBy(post),
  }
  return isEmpty(content) ? null : content
}

const isEmpty = ({ waiting, following, listed, merged }: TopicContent) =>
  [waiting, following, listed, merged].every((part) => !part?.length)

function authorsOf(comments: readonly TopicComment[]): Listed[] {
  const { answers = [], others = [] } = Object.groupBy(comments, ({ official }) =>
    official ? 'answers' : 'others',
  )
  const authorOf = ({ authorId }: TopicComment) => authorId
  return [
    ...causesOf('post_answered', answers.map(authorOf)),
    ...causesOf('comment_added', others.map(authorOf)),
  ]
}

/** Returns the person who caused an event, or null for a program. */
const causeOf = ({ actorKind, actorId, actorUserId }: PostTopicEvent): number | null =>
  actorKind === 'user' ? actorId : actorUserId

/** Returns the one person who caused everything of a kind. If there are several, each is notified of the others. */
function causesOf(kind: NotificationKind, causes: readonly (number | null)[]): Listed[] {
  const [userId, ...others] = new Set(causes)
  return userId != null && others.length === 0 ? [{ userId, kind }] : []
}

function seenBy({ private: isPrivate, hidden, approvalStatus }: Post): Pick<TopicContent, 'seenBy'> {
  if (isPrivate || hidden) return { seenBy: 'team' }
  return approvalStatus === 'approved' ? {} : { seenBy: 'submitter' }
}

/** Returns the people whom comments address. An internal comment addresses the team only. */
async function addressed(
  tx: Transaction,
  organizationId: number,
  comments: readonly TopicComment[],
): Promise<Listed[]> {
  const named = comments.flatMap(({ authorId, internal, replyTo, mentions }) =>
    [
      ...(replyTo === null ? [] : [{ userId: replyTo, kind: 'comment_reply' as const }]),
      ...mentions.map((userId) => ({ userId, kind: 'mention' as const })),
    ]
      .filter(({ userId }) => userId !== authorId)
      .map((listed) => ({ ...listed, internal })),
  )
  if (!named.some(({ internal }) => internal)) return named.map(withoutInternal)
  const team = new Set(await readTeam(tx, organizationId, [...new Set(named.map(({ userId }) => userId))]))
  return named.filter(({ internal, userId }) => !internal || team.has(userId)).map(withoutInternal)
}

const withoutInternal = ({ userId, kind }: Listed): Listed => ({ userId, kind })

async function readTeam(tx: Transaction, organizationId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .where('role', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

async function stillMerged(
  tx: Transaction,
  organizationId: number,
  parentId: number,
  merges: readonly PostTopicEvent[],
): Promise<number[]> {
  if (merges.length === 0) return []
  const rows = await tx
    .selectFrom('postMerges')
    .select('childId')
    .where('organizationId', '=', organizationId)
    .where('parentId', '=', parentId)
    .where(sql<boolean>`child_id = any(${merges.map(({ postId }) => postId)}::int[])`)
    .execute()
  return rows.map(({ childId }) => childId)
}
