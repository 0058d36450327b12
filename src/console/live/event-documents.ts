import { graphql, type ResultOf } from '../graphql.ts'

/**
 * `post` and `comment` are the live objects, which the cache applies to each list that shows them. A line of the
 * log shows the snapshot, the object right after the change. It has no id, so that the cache ignores it.
 */
const POST_LINE = graphql(`
  fragment PostLine on PostEvent @_unmask {
    snapshot {
      title
      status {
        name
      }
    }
    post {
      id
      title
      votesCount
      commentsCount
      status {
        id
        name
        color
      }
      mergedInto {
        id
        title
      }
    }
    changes {
      field
    }
  }
`)

const VOTE_LINE = graphql(`
  fragment VoteLine on VoteEvent @_unmask {
    direction
    votesCount
    postSnapshot {
      title
    }
    post {
      id
      votesCount
    }
  }
`)

const COMMENT_LINE = graphql(`
  fragment CommentLine on CommentEvent @_unmask {
    commentSnapshot: snapshot {
      body
    }
    post {
      id
      commentsCount
    }
  }
`)

const CHANGELOG_LINE = graphql(`
  fragment ChangelogLine on ChangelogEvent @_unmask {
    changelogSnapshot: snapshot {
      title
    }
  }
`)

const ROADMAP_LINE = graphql(`
  fragment RoadmapLine on RoadmapEvent @_unmask {
    roadmapSnapshot: snapshot {
      title
    }
  }
`)

const CUSTOMER_LINE = graphql(`
  fragment CustomerLine on CustomerEvent @_unmask {
    customerSnapshot: snapshot {
      name
    }
  }
`)

const MEMBER_LINE = graphql(`
  fragment MemberLine on MemberEvent @_unmask {
    memberSnapshot: snapshot {
      name
    }
  }
`)

const BUCKET_LINE = graphql(`
  fragment BucketLine on BucketEvent @_unmask {
    bucketSnapshot: snapshot {
      name
    }
  }
`)

const WEBHOOK_LINE = graphql(`
  fragment WebhookLine on WebhookEvent @_unmask {
    webhookSnapshot: snapshot {
      name
    }
  }
`)

/** Fragments that `eventLine` needs. */
export const LINES = [
  POST_LINE,
  VOTE_LINE,
  COMMENT_LINE,
  CHANGELOG_LINE,
  ROADMAP_LINE,
  CUSTOMER_LINE,
  MEMBER_LINE,
  BUCKET_LINE,
  WEBHOOK_LINE,
] as const

/** The newest events, oldest first. Their last id is where the subscription starts. */
export const NEWEST_EVENTS = graphql(
  `
    query NewestEvents($last: Int!) {
      events(last: $last) {
        nodes {
          __typename
          id
          type
          createdAt
          actor {
            kind
            user {
              id
              name
            }
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
      }
    }
  `,
  LINES,
)

/** Every event of the organization after a known one. */
export const EVENTS_AFTER = graphql(
  `
    subscription EventsAfter($after: ID) {
      events(after: $after) {
        __typename
        id
        type
        createdAt
        actor {
          kind
          user {
            id
            name
          }
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
    }
  `,
  LINES,
)

/** An event as the shell receives it. */
export type LiveEvent = ResultOf<typeof EVENTS_AFTER>['events']
