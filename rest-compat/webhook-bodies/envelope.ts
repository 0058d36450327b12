import type { EventType } from '../../src/events/catalogue.ts'
import type { Timestamp } from '../shapes/timestamp.ts'
import { presentEventChangelog, type EventChangelogData } from './changelog.ts'
import { presentEventPost, type EventPostData } from './post.ts'
import { unixSeconds } from './unix-seconds.ts'
import { presentEventWebhook, type EventWebhookData } from './webhook.ts'

/** Result of a built-in document, below `events`. */
type EventData = {
  id: string
  type: EventType
  name: string
  createdAt: Timestamp
  organization: { id: string; slug: string }
  before: object | null
  after: object | null
  post?: EventPostData
  changelog?: EventChangelogData
  webhook?: EventWebhookData
}

/**
 * Returns the documented body of an event (contract 6), converted from the result of its built-in document.
 * Ids are numbers, and `created` and the times of a post are Unix seconds. A changelog has the fields of
 * contract 3.
 */
export function presentEvent(event: EventData): object {
  return {
    id: event.id,
    type: event.name,
    event: event.type,
    created: unixSeconds(event.createdAt),
    organization: { id: Number(event.organization.id), subdomain: event.organization.slug },
    data: { ...presentSubject(event), before: event.before, after: event.after },
  }
}

function presentSubject({ type, post, changelog, webhook }: EventData): object {
  if (post) return presentEventPost(post)
  if (changelog) return presentEventChangelog(changelog)
  if (webhook) return presentEventWebhook(webhook)
  throw new Error(`The event ${type} has no subject`)
}
