import type { LiveEvent } from '../../live/event-documents.ts'
import texts from '../../messages/en/events.json'
import { messagesOf } from '../../messages.ts'

const t = messagesOf(texts)
const MAX_QUOTE = 120

type EventLine = { act: string; subject: string; more: string | null; actor: string | null }

/** Words of an event: the act, its subject, a number that changed with it, and the actor. */
export function eventLine(event: LiveEvent): EventLine {
  return {
    act: t(event.type),
    subject: subjectOf(event),
    more: moreOf(event),
    actor: event.actor && actorOf(event.actor),
  }
}

function subjectOf(event: LiveEvent): string {
  switch (event.__typename) {
    case 'PostEvent':
      return event.snapshot.title
    case 'VoteEvent':
      return event.postSnapshot.title
    case 'CommentEvent':
      return `“${event.commentSnapshot.body.slice(0, MAX_QUOTE)}”`
    case 'ChangelogEvent':
      return event.changelogSnapshot.title
    case 'RoadmapEvent':
      return event.roadmapSnapshot.title
    case 'CustomerEvent':
      return event.customerSnapshot.name
    case 'MemberEvent':
      return event.memberSnapshot.name
    case 'BucketEvent':
      return event.bucketSnapshot.name
    case 'WebhookEvent':
      return event.webhookSnapshot.name
  }
}

function moreOf(event: LiveEvent): string | null {
  if (event.__typename === 'VoteEvent') return t('votes', { count: event.votesCount })
  if (event.__typename !== 'PostEvent') return null
  const { type, snapshot, changes, post } = event
  if (type === 'POST_MERGED' && post?.mergedInto) return t('into', { title: post.mergedInto.title })
  const hasNewStatus = type === 'POST_UPDATED' && changes.some(({ field }) => field === 'status')
  return hasNewStatus ? t('status', { name: snapshot.status.name }) : null
}

const actorOf = ({ kind, user }: NonNullable<LiveEvent['actor']>) =>
  user ? t('by', { name: user.name }) : t(`by.${kind}`)
