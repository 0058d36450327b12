import { graphql, type ResultOf } from '../../graphql.ts'

const POST_FIELDS = graphql(`
  fragment CustomerPost on Post @_unmask {
    title
    votesCount
    createdAt
    status {
      id
      name
      color
    }
  }
`)

/** Posts that a person submitted. */
export const POSTS_OF = graphql(
  `
    query PostsOfCustomer($id: ID!, $after: String) {
      user(by: { id: $id }) {
        id
        posts(first: 30, after: $after, filter: { includePrivate: true }) {
          nodes {
            id
            ...CustomerPost
          }
          pageInfo {
            endCursor
            hasNextPage
          }
        }
      }
    }
  `,
  [POST_FIELDS],
)

/** Posts that the person of an e-mail voted on. */
export const VOTES_OF = graphql(
  `
    query VotesOfCustomer($email: EmailAddress!, $after: String) {
      posts(first: 30, after: $after, filter: { voterEmails: [$email], includePrivate: true }) {
        nodes {
          id
          ...CustomerPost
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [POST_FIELDS],
)

/** Comments that a person wrote, newest first. */
export const COMMENTS_OF = graphql(`
  query CommentsOfCustomer($id: ID!, $after: String) {
    comments(
      first: 30
      after: $after
      filter: { authorId: $id, includePrivate: true }
      orderBy: { field: CREATED_AT, direction: DESC }
    ) {
      nodes {
        id
        preview
        internal
        createdAt
        post {
          id
          title
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

export type PostLine = ResultOf<typeof VOTES_OF>['posts']['nodes'][number]
export type CommentLine = ResultOf<typeof COMMENTS_OF>['comments']['nodes'][number]
