import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { presentDeletion } from '../shapes/deletion.ts'
import { unknownClient } from '../shapes/oauth-app.ts'

/** DELETE /oauth/apps/:client_id. */
export const deleteApp = endpoint({
  operation: 'deleteApp',
  document: graphql(
    /* GraphQL */ `
      mutation ($clientId: String!) {
        deleteOAuthApp(input: { app: { clientId: $clientId } }) {
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  variables: ({ client_id: clientId }) => ({ clientId }),
  toError: unknownClient,
  present: () => presentDeletion('App'),
})
