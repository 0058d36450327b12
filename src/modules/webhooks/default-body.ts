import { subjectOf, type EventType } from '../../events/catalogue.ts'
import { presentChangelogData, type ChangelogData } from './default-changelog-data.ts'
import { DEFAULT_DOCUMENTS } from './default-documents.ts'

type PostData = {
  id: string
  title: string
  description: string
  descriptionHtml: string
  slug: string
  url: string
  status: { name: string; slug: string }
  approvalStatus: string
  hidden: boolean
  pinned: boolean
  votesCount: number
  downvotesCount: number
  commentsCount: number
  createdAt: Date
  updatedAt: Date
  submitter: { name: string; email: string | null }
  bucket: { id: string; slug: string; name: string }
  tags: { id: string; name: string; color: string }[]
}

type WebhookData = {
  id: string
  name: string
  url: string
  events: string[]
  disabledAt: Date | null
  disabledReason: string | null
}

/** Result of a document of `DEFAULT_DOCUMENTS`, below `events`. */
type DefaultEventData = {
  id: string
  type: EventType
  name: string
  createdAt: Date
  organization: { id: string; slug: string }
  before: object | null
  after: object | null
  post?: PostData
  changelog?: ChangelogData
  webhook?: WebhookData
}

/** Documents and presenter of built-in bodies, for `Services`. */
export const webhookBodies = {
  documentOf: (type: EventType): string => DEFAULT_DOCUMENTS[type],
  present: (event: unknown): object => presentDefaultBody(event as DefaultEventData),
}

/**
 * Returns the documented body of an event (contract 6), converted from the result of its built-in document.
 * Ids are numbers, and `created` and the times of a post are Unix seconds. A changelog has the fields of
 * contract 3.
 */
function presentDefaultBody(event: DefaultEventData): object {
  return {
    id: event.id,
    type: event.name,
    event: event.type,
    created: seconds(event.createdAt),
    organization: { id: Number(event.organization.id), subdomain: event.organization.slug },
    data: { ...presentSubject(event), before: event.before, after: event.after },
  }
}

function presentSubject({ type, post, changelog, webhook }: DefaultEventData): object {
  if (post) return presentPost(post)
  if (changelog) return presentChangelogData(changelog)
  if (webhook) return presentWebhook(webhook)
  throw new Error(`The event has no ${subjectOf(type)}`)
}

function presentPost(post: PostData): object {
  return {
    id: Number(post.id),
    object: 'post',
    title: post.title,
    description: post.description,
    description_html: post.descriptionHtml,
    slug: post.slug,
    url: post.url,
    status: { label: post.status.name, value: post.status.slug },
    approval_status: post.approvalStatus,
    hidden: post.hidden,
    pinned: post.pinned,
    upvotes_count: post.votesCount,
    downvotes_count: post.downvotesCount,
    comments_count: post.commentsCount,
    created_at: seconds(post.createdAt),
    updated_at: seconds(post.updatedAt),
    submitter: { name: post.submitter.name, email: post.submitter.email },
    bucket: { id: Number(post.bucket.id), slug: post.bucket.slug, display_name: post.bucket.name },
    tags: post.tags.map(({ id, name, color }) => ({ id: Number(id), name, color })),
  }
}

function presentWebhook({ id, disabledAt, disabledReason, ...webhook }: WebhookData): object {
  return {
    id: Number(id),
    object: 'webhook',
    ...webhook,
    disabled_at: disabledAt && seconds(disabledAt),
    disabled_reason: disabledReason,
  }
}

const seconds = (moment: Date) => Math.floor(new Date(moment).getTime() / 1000)
