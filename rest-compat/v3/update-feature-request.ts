import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { POST, POST_FIELDS, presentPost, toPostInput } from '../shapes/post.ts'

/** PUT and PATCH /api/v3/feature_requests/:id. */
export const updateFeatureRequest = endpoint({
  operation: 'updateFeatureRequest',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: UpdatePostInput!) {
        updatePost(input: $input) {
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
  variables: ({ id, hidden, ...input }) => ({
    input: { ...toPostInput(input), id: nodeId('post', id), title: input.title, hidden },
  }),
  present: ({ updatePost: { post } }) => presentPost(post),
  fields: POST_FIELDS,
})
