import { endpoint } from '../endpoint.ts'
import { POST, presentPost, type PostData } from '../shapes/post.ts'

/** GET /api/v3/feature_requests/:id. */
export const getFeatureRequest = endpoint<'getFeatureRequest', { post: PostData }>({
  operation: 'getFeatureRequest',
  cacheable: true,
  document: /* GraphQL */ `
    query ($id: ID!) {
      post(id: $id) {
        ...post
      }
    }
    ${POST}
  `,
  variables: ({ id }) => ({ id }),
  present: ({ post }) => presentPost(post),
})
