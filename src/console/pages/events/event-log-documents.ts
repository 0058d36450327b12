import { graphql, type ResultOf } from '../../graphql.ts'
import { LINES } from '../../live/event-documents.ts'

/** An event with what changed and everything about its actor. */
const LOG_EVENT = graphql(
  `
    fragment LogEvent on Event @_unmask {
      __typename
      id
      type
      createdAt
      actor {
        kind
        actorId
        user {
          id
          name
        }
        install {
          id
          app {
            name
          }
        }
        apiKey {
          id
          name
          lastFour
        }
      }
      changes {
        field
        from
        to
      }
      ...PostLine
      ...VoteLine
      ...CommentLine
      ...ChangelogLine
      ...RoadmapLine
      ...CustomerLine
      ...MemberLine
      ...BucketLine
      ...WebhookLine
    }
  `,
  LINES,
)

/** Events that a filter selects, before an event or at the end of the log. */
export const EVENT_PAGE = graphql(
  `
    query EventPage($filter: EventFilter, $last: Int!, $before: ID) {
      events(filter: $filter, last: $last, before: $before) {
        nodes {
          id
          ...LogEvent
        }
        pageInfo {
          hasPreviousPage
        }
      }
    }
  `,
  [LOG_EVENT],
)

/** Events that a filter selects, as they happen. */
export const EVENT_TAIL = graphql(
  `
    subscription EventTail($filter: EventFilter, $after: ID) {
      events(filter: $filter, after: $after) {
        id
        ...LogEvent
      }
    }
  `,
  [LOG_EVENT],
)

/** An event by its id. */
export const ONE_EVENT = graphql(
  `
    query OneEvent($id: ID!) {
      node(id: $id) {
        id
        ...LogEvent
      }
    }
  `,
  [LOG_EVENT],
)

export type LogEvent = ResultOf<typeof EVENT_TAIL>['events']
