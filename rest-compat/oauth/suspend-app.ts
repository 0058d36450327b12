import { endpoint } from '../endpoint.ts'
import { OAUTH_APP, presentOAuthApp, type OAuthAppData } from '../shapes/oauth-app.ts'

/** POST /oauth/apps/:client_id/suspend. */
export const suspendApp = endpoint<'suspendApp', { suspendApp: OAuthAppData }>({
  operation: 'suspendApp',
  document: /* GraphQL */ `
    mutation ($clientId: String!) {
      suspendApp(clientId: $clientId) {
        ...oauthApp
      }
    }
    ${OAUTH_APP}
  `,
  variables: ({ client_id: clientId }) => ({ clientId }),
  present: ({ suspendApp: app }) => presentOAuthApp(app),
})
