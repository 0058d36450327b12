import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/feature_requests/:id. */
export const deleteFeatureRequest = endpoint({
  operation: 'deleteFeatureRequest',
  document: graphql(/* GraphQL */ `
    mutation ($id: ID!) {
      deletePost(id: $id) {
        id
      }
    }
  `),
  variables: ({ id }) => ({ id }),
  present: () => presentDeletion('Feature request'),
})
