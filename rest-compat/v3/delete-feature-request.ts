import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
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
