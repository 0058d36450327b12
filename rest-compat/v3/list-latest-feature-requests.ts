import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { pageVariables } from '../shapes/list.ts'
import { POST, presentPost } from '../shapes/post.ts'

/** GET /api/v3/feature_requests/latest. */
export const listLatestFeatureRequests = endpoint({
  operation: 'listLatestFeatureRequests',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($includePrivate: Boolean, $first: Int, $offset: Int) {
        posts(
          filter: { includePrivate: $includePrivate }
          orderBy: { field: CREATED_AT, direction: DESC }
          first: $first
          offset: $offset
        ) {
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
  ),
  variables: (input) => ({ ...pageVariables(input), includePrivate: input['ALLOW-PRIVATE'] }),
  present: ({ posts }) => ({ success: true, feature_requests: posts.nodes.map(presentPost) }),
  hasNext: ({ posts }) => posts.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
