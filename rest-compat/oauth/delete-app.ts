import { endpoint } from '../endpoint.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /oauth/apps/:client_id. */
export const deleteApp = endpoint<'deleteApp', { deleteApp: { id: string } }>({
  operation: 'deleteApp',
  document: /* GraphQL */ `
    mutation ($clientId: String!) {
      deleteApp(clientId: $clientId) {
        id
      }
    }
  `,
  variables: ({ client_id: clientId }) => ({ clientId }),
  present: () => presentDeletion('App'),
})
