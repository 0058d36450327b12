import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { POST, presentPost } from '../shapes/post.ts'

/** POST /api/v3/roadmaps/:id/feature_requests. */
export const addRoadmapPost = endpoint({
  operation: 'addRoadmapPost',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!, $postId: ID!) {
        addRoadmapPost(input: { id: $id, postId: $postId }) {
          roadmapPost {
            post {
              ...post
            }
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [POST, USER_ERROR],
  ),
  variables: ({ id, feature_request_id }) => ({
    id: nodeId('rdm', id),
    postId: nodeId('post', feature_request_id),
  }),
  present: ({ addRoadmapPost: { roadmapPost } }) => presentPost(roadmapPost.post),
  fields: { postId: 'feature_request_id' },
})
