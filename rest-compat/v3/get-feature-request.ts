import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { POST, presentPost } from '../shapes/post.ts'

/** GET /api/v3/feature_requests/:id. */
export const getFeatureRequest = endpoint({
  operation: 'getFeatureRequest',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($id: ID!) {
        post(id: $id) {
          ...post
        }
      }
    `,
    [POST],
  ),
  variables: ({ id }) => ({ id }),
  present: ({ post }) => presentPost(post),
})
