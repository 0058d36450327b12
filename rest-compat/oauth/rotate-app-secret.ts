import { endpoint } from '../endpoint.ts'
import { NO_STORE, OAUTH_APP, presentOAuthApp, type OAuthAppData } from '../shapes/oauth-app.ts'

type Data = { rotateClientSecret: { app: OAuthAppData; clientSecret: string } }

/** POST /oauth/apps/:client_id/rotate_secret. */
export const rotateAppSecret = endpoint<'rotateAppSecret', Data>({
  operation: 'rotateAppSecret',
  document: /* GraphQL */ `
    mutation ($clientId: String!) {
      rotateClientSecret(clientId: $clientId) {
        app {
          ...oauthApp
        }
        clientSecret
      }
    }
    ${OAUTH_APP}
  `,
  variables: ({ client_id: clientId }) => ({ clientId }),
  present: ({ rotateClientSecret: { app, clientSecret } }) => ({
    ...presentOAuthApp(app),
    client_secret: clientSecret,
  }),
  headers: NO_STORE,
})
