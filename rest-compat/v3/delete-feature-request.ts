import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { nodeId } from '../node-id.ts'
import { USER_ERROR } from '../payload.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/feature_requests/:id. */
export const deleteFeatureRequest = endpoint({
  operation: 'deleteFeatureRequest',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!) {
        deletePost(input: { id: $id }) {
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  variables: ({ id }) => ({ id: nodeId('post', id) }),
  present: () => presentDeletion('Feature request'),
})
