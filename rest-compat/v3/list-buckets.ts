import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { pageVariables } from '../shapes/list.ts'

/** GET /api/v3/buckets. */
export const listBuckets = endpoint({
  operation: 'listBuckets',
  cacheable: true,
  document: graphql(/* GraphQL */ `
    query ($first: Int, $offset: Int) {
      buckets(first: $first, offset: $offset) {
        nodes {
          databaseId
          name
          slug
          description
          private
          postsCount
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  `),
  variables: pageVariables,
  present: ({ buckets }) => ({
    success: true,
    buckets: buckets.nodes.map(({ databaseId, postsCount, ...bucket }) => ({
      ...bucket,
      id: databaseId,
      post_count: postsCount,
    })),
  }),
  hasNext: ({ buckets }) => buckets.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
