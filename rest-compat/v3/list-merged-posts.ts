import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { databaseId } from '../../src/lib/graphql-client/node-id.ts'
import { pageVariables } from '../shapes/list.ts'
import { POST, presentPost } from '../shapes/post.ts'

/** GET /api/v3/feature_requests/:id/merge_posts. */
export const listMergedPosts = endpoint({
  operation: 'listMergedPosts',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($id: Int!, $includePrivate: Boolean, $first: Int, $offset: Int) {
        post(by: { databaseId: $id }) {
          mergedPosts(includePrivate: $includePrivate, first: $first, offset: $offset) {
            nodes {
              ...post
            }
            pageInfo {
              hasNextPage
            }
          }
        }
      }
    `,
    [POST],
  ),
  variables: ({ id, ...input }) => ({
    ...pageVariables(input),
    id: databaseId(id),
    includePrivate: input['ALLOW-PRIVATE'],
  }),
  object: 'Post',
  present: ({ post }) => ({ success: true, child_posts: post.mergedPosts.nodes.map(presentPost) }),
  hasNext: ({ post }) => post.mergedPosts.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
