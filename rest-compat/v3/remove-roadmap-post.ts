import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'

/** DELETE /api/v3/roadmaps/:id/feature_requests. */
export const removeRoadmapPost = endpoint({
  operation: 'removeRoadmapPost',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!, $postId: ID!) {
        removeRoadmapPost(input: { id: $id, postId: $postId }) {
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  variables: ({ id, feature_request_id }) => ({
    id: nodeId('rdm', id),
    postId: nodeId('post', feature_request_id),
  }),
  present: () => ({ success: true, message: 'Feature request removed from the roadmap' }),
  fields: { postId: 'feature_request_id' },
})
