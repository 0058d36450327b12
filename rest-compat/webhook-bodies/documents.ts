import { graphql, documentText } from '../../src/lib/graphql-client/graphql.ts'
import type { EventType, Subject } from '../../src/events/catalogue.ts'
import { EVENT_BUCKET } from './bucket.ts'
import { EVENT_CHANGELOG } from './changelog.ts'
import { EVENT_COMMENT } from './comment.ts'
import { EVENT_CUSTOMER } from './customer.ts'
import { EVENT_MEMBER } from './member.ts'
import { EVENT_POST } from './post.ts'
import { EVENT_ROADMAP } from './roadmap.ts'
import { EVENT_VOTE } from './vote.ts'
import { EVENT_WEBHOOK } from './webhook.ts'

/** GraphQL fields of every event. */
export const EVENT = graphql(/* GraphQL */ `
  fragment event on Event {
    __typename
    id
    type
    createdAt
    organization {
      databaseId
      slug
    }
    changes {
      field
      from
      to
    }
  }
`)

/** GraphQL fields of the subject of an event, by the kind of subject. */
export const SUBJECTS = {
  post: graphql(
    /* GraphQL */ `
      fragment subject on PostEvent {
        snapshot {
          ...eventPost
        }
      }
    `,
    [EVENT_POST],
  ),
  vote: graphql(
    /* GraphQL */ `
      fragment subject on VoteEvent {
        ...eventVote
      }
    `,
    [EVENT_VOTE],
  ),
  comment: graphql(
    /* GraphQL */ `
      fragment subject on CommentEvent {
        snapshot {
          ...eventComment
        }
      }
    `,
    [EVENT_COMMENT],
  ),
  changelog: graphql(
    /* GraphQL */ `
      fragment subject on ChangelogEvent {
        snapshot {
          ...eventChangelog
        }
      }
    `,
    [EVENT_CHANGELOG],
  ),
  customer: graphql(
    /* GraphQL */ `
      fragment subject on CustomerEvent {
        snapshot {
          ...eventCustomer
        }
      }
    `,
    [EVENT_CUSTOMER],
  ),
  roadmap: graphql(
    /* GraphQL */ `
      fragment subject on RoadmapEvent {
        snapshot {
          ...eventRoadmap
        }
      }
    `,
    [EVENT_ROADMAP],
  ),
  bucket: graphql(
    /* GraphQL */ `
      fragment subject on BucketEvent {
        snapshot {
          ...eventBucket
        }
      }
    `,
    [EVENT_BUCKET],
  ),
  member: graphql(
    /* GraphQL */ `
      fragment subject on MemberEvent {
        snapshot {
          ...eventMember
        }
      }
    `,
    [EVENT_MEMBER],
  ),
  webhook: graphql(
    /* GraphQL */ `
      fragment subject on WebhookEvent {
        snapshot {
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
  return `subscription { events(filter: { types: [${type.toUpperCase()}] }) { ...event ...subject } } ${documentText(EVENT)} ${documentText(SUBJECTS[subject])}`
}
