import type { ResultOf } from 'gql.tada'
import { lowerCase } from '../shapes/lower-case.ts'
import { presentEventChangelog } from './changelog.ts'
import type { EVENT, SUBJECTS } from './documents.ts'
import { presentEventPost } from './post.ts'
import { unixSeconds } from './unix-seconds.ts'
import { presentEventWebhook } from './webhook.ts'

/** Result of a built-in document, below `events`. */
type EventData = ResultOf<typeof EVENT> &
  Partial<ResultOf<(typeof SUBJECTS)['post']>> &
  Partial<ResultOf<(typeof SUBJECTS)['changelog']>> &
  Partial<ResultOf<(typeof SUBJECTS)['webhook']>>

/**
 * Returns the documented body of an event (contract 6), converted from the result of its built-in document.
 * Ids are numbers, and `created` and the times of a post are Unix seconds. A changelog has the fields of
 * contract 3.
 */
export function presentEvent(event: EventData): object {
  return {
    id: event.id,
    type: event.name,
    event: lowerCase(event.type),
    created: unixSeconds(event.createdAt),
    organization: { id: event.organization.databaseId, subdomain: event.organization.slug },
    data: { ...presentSubject(event), before: event.before, after: event.after },
  }
}

function presentSubject({ type, post, changelog, webhook }: EventData): object {
  if (post) return presentEventPost(post)
  if (changelog) return presentEventChangelog(changelog)
  if (webhook) return presentEventWebhook(webhook)
  throw new Error(`The event ${type} has no subject`)
}
