import { endpoint } from '../endpoint.ts'
import { OAUTH_APP, presentOAuthApp, type OAuthAppData } from '../shapes/oauth-app.ts'

/** GET /oauth/apps/:client_id. */
export const getApp = endpoint<'getApp', { oauthApp: OAuthAppData }>({
  operation: 'getApp',
  document: /* GraphQL */ `
    query ($clientId: String!) {
      oauthApp(clientId: $clientId) {
        ...oauthApp
      }
    }
    ${OAUTH_APP}
  `,
  variables: ({ client_id: clientId }) => ({ clientId }),
  present: ({ oauthApp }) => presentOAuthApp(oauthApp),
})
