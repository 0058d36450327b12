import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { OAUTH_APP, presentOAuthApp } from '../shapes/oauth-app.ts'

/** POST /oauth/apps/:client_id/suspend. */
export const suspendApp = endpoint({
  operation: 'suspendApp',
  document: graphql(
    /* GraphQL */ `
      mutation ($clientId: String!) {
        suspendApp(clientId: $clientId) {
          ...oauthApp
        }
      }
    `,
    [OAUTH_APP],
  ),
  variables: ({ client_id: clientId }) => ({ clientId }),
  present: ({ suspendApp: app }) => presentOAuthApp(app),
})
