import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { NO_STORE, OAUTH_APP, presentOAuthApp } from '../shapes/oauth-app.ts'

/** POST /oauth/apps/:client_id/rotate_secret. */
export const rotateAppSecret = endpoint({
  operation: 'rotateAppSecret',
  document: graphql(
    /* GraphQL */ `
      mutation ($clientId: String!) {
        rotateClientSecret(clientId: $clientId) {
          app {
            ...oauthApp
          }
          clientSecret
        }
      }
    `,
    [OAUTH_APP],
  ),
  variables: ({ client_id: clientId }) => ({ clientId }),
  present: ({ rotateClientSecret: { app, clientSecret } }) => ({
    ...presentOAuthApp(app),
    client_secret: clientSecret,
  }),
  headers: NO_STORE,
})
