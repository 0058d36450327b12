import type { ResultOf } from 'gql.tada'
import type { Subject } from '../../src/events/catalogue.ts'
import { camelCase, snakeCase } from '../../src/lib/text/case.ts'
import { lowerCase } from '../shapes/lower-case.ts'
import { presentEventBucket } from './bucket.ts'
import { presentEventChangelog } from './changelog.ts'
import { presentEventComment } from './comment.ts'
import { presentEventCustomer } from './customer.ts'
import type { EVENT, SUBJECTS } from './documents.ts'
import { presentEventMember } from './member.ts'
import { presentEventPost } from './post.ts'
import { presentEventRoadmap } from './roadmap.ts'
import { unixSeconds } from '../../src/lib/graphql-client/timestamp.ts'
import { presentEventVote } from './vote.ts'
import { presentEventWebhook } from './webhook.ts'

/** Result of the built-in document of a kind of subject, below `events`. */
type EventData<Kind extends Subject = Subject> = Kind extends Subject
  ? ResultOf<typeof EVENT> & ResultOf<(typeof SUBJECTS)[Kind]>
  : never

/** Converts the subject of an event to the body, by the type of the event. */
const PRESENTERS: { [Kind in Subject as `${Capitalize<Kind>}Event`]: (event: EventData<Kind>) => object } = {
  PostEvent: ({ snapshot }) => presentEventPost(snapshot),
  VoteEvent: presentEventVote,
  CommentEvent: ({ snapshot }) => presentEventComment(snapshot),
  ChangelogEvent: ({ snapshot }) => presentEventChangelog(snapshot),
  CustomerEvent: ({ snapshot }) => presentEventCustomer(snapshot),
  RoadmapEvent: ({ snapshot }) => presentEventRoadmap(snapshot),
  BucketEvent: ({ snapshot }) => presentEventBucket(snapshot),
  MemberEvent: ({ snapshot }) => presentEventMember(snapshot),
  WebhookEvent: ({ snapshot }) => presentEventWebhook(snapshot),
}

/**
 * Returns the documented body of an event (contract 6), converted from the result of its built-in document.
 * Ids are numbers, and `created` and the times of a post are Unix seconds. The subjects of other events have
 * the fields of contract 3.
 */
export function presentEvent(event: EventData): object {
  const type = lowerCase(event.type)
  const present = PRESENTERS[event.__typename] as (data: EventData) => object
  return {
    id: event.id,
    type: camelCase(type),
    event: type,
    created: unixSeconds(event.createdAt),
    organization: { id: event.organization.databaseId, subdomain: event.organization.slug },
    data: { ...present(event), before: valuesOf(event, 'from'), after: valuesOf(event, 'to') },
  }
}

/** Returns the former or new values of the changed fields by name. Null without changes. */
function valuesOf({ changes }: EventData, side: 'from' | 'to'): object | null {
  return changes.length === 0
    ? null
    : Object.fromEntries(changes.map((change) => [snakeCase(change.field), change[side]]))
}
