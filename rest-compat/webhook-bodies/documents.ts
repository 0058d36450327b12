import { graphql, textOf } from '../graphql.ts'
import type { EventType, Subject } from '../../src/events/catalogue.ts'
import { EVENT_CHANGELOG } from './changelog.ts'
import { EVENT_POST } from './post.ts'
import { EVENT_WEBHOOK } from './webhook.ts'

/** GraphQL fields of every event. */
export const EVENT = graphql(/* GraphQL */ `
  fragment event on Event {
    __typename
    id
    type
    name
    createdAt
    organization {
      databaseId
      slug
    }
    before
    after
  }
`)

/** GraphQL fields of the subject of an event, by the kind of subject. */
export const SUBJECTS = {
  post: graphql(
    /* GraphQL */ `
      fragment subject on PostEvent {
        post {
          ...eventPost
        }
      }
    `,
    [EVENT_POST],
  ),
  changelog: graphql(
    /* GraphQL */ `
      fragment subject on ChangelogEvent {
        changelog {
          ...eventChangelog
        }
      }
    `,
    [EVENT_CHANGELOG],
  ),
  webhook: graphql(
    /* GraphQL */ `
      fragment subject on WebhookEvent {
        webhook {
          ...eventWebhook
        }
      }
    `,
    [EVENT_WEBHOOK],
  ),
}

/**
 * Returns the built-in subscription of an event type. A webhook without its own document receives the result
 * of this subscription, converted by `presentEvent` (contract 6).
 */
export function eventDocument(type: EventType, subject: Subject): string {
  return `subscription { events(types: [${type.toUpperCase()}]) { ...event ...subject } } ${textOf(EVENT)} ${textOf(SUBJECTS[subject as 'post'] ?? EVENT)}`
}
