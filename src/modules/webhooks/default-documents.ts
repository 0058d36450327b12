import { EVENT_TYPES, subjectOf, type EventType, type Subject } from '../../events/catalogue.ts'

const EVENT = `__typename id type name createdAt organization { id slug } before after`

const SUBJECTS: Record<Subject, string> = {
  post: /* GraphQL */ `
    ... on PostEvent {
      post {
        id
        title
        description
        descriptionHtml
        slug
        url
        status { name slug }
        approvalStatus
        hidden
        pinned
        votesCount
        downvotesCount
        commentsCount
        createdAt
        updatedAt
        submitter { name email }
        bucket { id slug name }
        tags { id name color }
      }
    }
  `,
  changelog: /* GraphQL */ `
    ... on ChangelogEvent {
      changelog {
        id
        title
        preview
        descriptionHtml
        descriptionMarkdown
        locale
        url
        publishedAt
        scheduledAt
        author { name }
        labels { id name color }
        posts {
          id
          slug
          title
          preview
          description
          descriptionHtml
          url
          approvalStatus
          downvotesCount
          commentsCount
          createdAt
          updatedAt
          submitter { name }
          bucket { id name }
          status { name slug color kind percentage }
        }
        translations { id title locale state }
      }
    }
  `,
  webhook: /* GraphQL */ `
    ... on WebhookEvent {
      webhook {
        id
        name
        url
        events
        disabledAt
        disabledReason
      }
    }
  `,
}

/**
 * Built-in subscription of each event type. A webhook without its own document receives the result of this
 * subscription, converted by `webhookBodies` (contract 6).
 */
export const DEFAULT_DOCUMENTS: Record<EventType, string> = Object.fromEntries(
  EVENT_TYPES.map((type) => [
    type,
    `subscription { events(types: [${type}]) { ${EVENT} ${SUBJECTS[subjectOf(type)]} } }`,
  ]),
) as Record<EventType, string>
