import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { OAUTH_APP, presentOAuthApp } from '../shapes/oauth-app.ts'

/** GET /oauth/apps/:client_id. */
export const getApp = endpoint({
  operation: 'getApp',
  document: graphql(
    /* GraphQL */ `
      query ($clientId: String!) {
        oauthApp(clientId: $clientId) {
          ...oauthApp
        }
      }
    `,
    [OAUTH_APP],
  ),
  variables: ({ client_id: clientId }) => ({ clientId }),
  present: ({ oauthApp }) => presentOAuthApp(oauthApp),
})
