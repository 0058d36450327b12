import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { isoTimestamp } from '../../lib/graphql-client/timestamp.ts'
import { cutText } from '../../lib/text/shown-text.ts'
import { input, list, oneOf, output, text, textOrNull } from '../schemas.ts'
import { IN_LIST } from '../shapes/post.ts'
import { composedTool } from '../tool.ts'

const EVENT = graphql(/* GraphQL */ `
  fragment event on Event {
    __typename
    id
    type
    createdAt
    actor {
      kind
      user {
        name
      }
    }
    changes {
      field
    }
    ... on PostEvent {
      snapshot {
        postId
        title
        url
        status {
          slug
        }
      }
    }
    ... on VoteEvent {
      direction
      postSnapshot {
        postId
        title
        url
      }
    }
  }
`)

const PLAIN = graphql(
  /* GraphQL */ `
    query ($after: ID, $filter: EventFilter) {
      events(after: $after, filter: $filter, first: 20) {
        nodes {
          ...event
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [EVENT],
)

const WITH_COMMENTS = graphql(
  /* GraphQL */ `
    query ($after: ID, $filter: EventFilter) {
      events(after: $after, filter: $filter, first: 20) {
        nodes {
          ...event
          ... on CommentEvent {
            comment: snapshot {
              body
              post {
                postId
                title
                url
              }
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [EVENT],
)

type Event =
  | ResultOf<typeof PLAIN>['events']['nodes'][number]
  | ResultOf<typeof WITH_COMMENTS>['events']['nodes'][number]

const TYPES = {
  posts: ['POST_CREATED', 'POST_UPDATED', 'POST_COMPLETED', 'POST_MERGED', 'POST_UNMERGED', 'POST_DELETED'],
  comments: ['COMMENT_CREATED', 'COMMENT_UPDATED', 'COMMENT_DELETED'],
  votes: ['VOTE_ADDED', 'VOTE_REMOVED'],
} as const

/** Reads what has happened. */
export const recentEvents = composedTool({
  name: 'recent_events',
  title: 'Read recent events',
  description: 'Reads what happened to posts, and if asked to comments and votes, oldest first, 20 a page.',
  family: 'events',
  hints: ['reads'],
  input: input(
    {},
    {
      about: list(oneOf(['posts', 'comments', 'votes']), 'Default posts.'),
      since: text('ISO 8601.'),
      after: text('Id of an event, or nextCursor.'),
    },
  ),
  output: output({
    events: list(
      output(
        { id: text(), type: text(), at: text(), by: textOrNull(), changed: list(text()) },
        { post: text(), title: text(), url: text(), status: text(), direction: text(), text: text() },
      ),
    ),
    nextCursor: textOrNull(),
  }),
  documents: ({ about }) => [isOf(about, 'comments') ? WITH_COMMENTS : PLAIN],
  scopes: ({ about }) => (isOf(about, 'votes') ? ['votes:read'] : []),
  async run({ about = [], since, after }, call) {
    const asked = about.length > 0 ? about : (['posts'] as const)
    const variables = { after, filter: { from: since, types: asked.flatMap((kind) => [...TYPES[kind]]) } }
    const { events } = isOf(asked, 'comments')
      ? await call(WITH_COMMENTS, variables)
      : await call(PLAIN, variables)
    const { nodes, pageInfo } = events
    return {
      events: nodes.map((node: Event) => present(node)),
      nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    }
  },
  fields: { from: 'since', types: 'about' },
})

const isOf = (about: unknown, kind: string) => Array.isArray(about) && about.includes(kind)

function present(event: Event) {
  const { id, type, createdAt, actor, changes } = event
  return {
    id: String(id),
    type,
    at: isoTimestamp(createdAt),
    by: actor?.user?.name ?? actor?.kind ?? null,
    changed: changes.map(({ field }) => field),
    ...subjectOf(event),
  }
}

function subjectOf(event: Event) {
  if (event.__typename === 'PostEvent') {
    const { postId, title, url, status } = event.snapshot
    return { post: String(postId), title, url, status: status.slug }
  }
  if (event.__typename === 'VoteEvent') {
    const { postId, title, url } = event.postSnapshot
    return { post: String(postId), title, url, direction: event.direction }
  }
  if (event.__typename !== 'CommentEvent' || !('comment' in event)) return {}
  const { body, post } = event.comment
  const { postId, title, url } = post
  return { post: String(postId), title, url, text: cutText(body, IN_LIST) }
}
