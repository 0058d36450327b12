import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /oauth/apps/:client_id. */
export const deleteApp = endpoint({
  operation: 'deleteApp',
  document: graphql(/* GraphQL */ `
    mutation ($clientId: String!) {
      deleteApp(clientId: $clientId) {
        id
      }
    }
  `),
  variables: ({ client_id: clientId }) => ({ clientId }),
  present: () => presentDeletion('App'),
})
