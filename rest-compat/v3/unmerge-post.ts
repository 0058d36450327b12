import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { POST, presentPost } from '../shapes/post.ts'

/** DELETE /api/v3/feature_requests/unmerge/:child_id. */
export const unmergePost = endpoint({
  operation: 'unmergePost',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!) {
        unmergePost(input: { id: $id }) {
          post {
            ...post
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [POST, USER_ERROR],
  ),
  variables: ({ child_id }) => ({ id: nodeId('post', child_id) }),
  present: ({ unmergePost: { post } }) => ({
    success: true,
    message: 'Feature request unmerged',
    feature_request: presentPost(post),
  }),
  fields: { id: 'child_id' },
})
