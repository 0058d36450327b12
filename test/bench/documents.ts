import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { POST } from '../../rest-compat/shapes/post.ts'

/** A time before all posts. */
export const LONG_AGO = '2000-01-01T00:00:00.000Z'

/** The list of posts of the REST API, with a variable inside its filter. */
export const LIST_IN_FILTER = graphql(
  /* GraphQL */ `
    query ($first: Int, $from: DateTime) {
      posts(first: $first, filter: { createdFrom: $from }) {
        nodes {
          ...post
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  `,
  [POST],
)

/** Size of the pages of `NESTED_LIST`. The limit reads as many rows. */
export const NESTED_POSTS = 20
export const NESTED_COMMENTS = 3

/** A list with a list below each of its items. */
export const NESTED_LIST = graphql(/* GraphQL */ `
  query ($first: Int, $comments: Int) {
    posts(first: $first) {
      nodes {
        id
        title
        votesCount
        createdAt
        comments(first: $comments) {
          nodes {
            id
            body
            createdAt
            author {
              id
              name
            }
          }
        }
      }
    }
  }
`)
