import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { databaseId } from '../../src/lib/graphql-client/node-id.ts'
import { POST, presentPost } from '../shapes/post.ts'

/** GET /api/v3/feature_requests/:id. */
export const getFeatureRequest = endpoint({
  operation: 'getFeatureRequest',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($id: Int!) {
        post(by: { databaseId: $id }) {
          ...post
        }
      }
    `,
    [POST],
  ),
  variables: ({ id }) => ({ id: databaseId(id) }),
  object: 'Post',
  present: ({ post }) => presentPost(post),
})
