import { endpoint } from '../endpoint.ts'
import {
  metadataError,
  NO_STORE,
  OAUTH_APP,
  oauthAppInput,
  presentOAuthApp,
  type OAuthAppData,
} from '../shapes/oauth-app.ts'

type Data = { registerApp: { app: OAuthAppData; clientSecret: string; webhookSecret: string | null } }

/** POST /oauth/apps. */
export const registerApp = endpoint<'registerApp', Data>({
  operation: 'registerApp',
  document: /* GraphQL */ `
    mutation ($input: RegisterAppInput!) {
      registerApp(input: $input) {
        app {
          ...oauthApp
        }
        clientSecret
        webhookSecret
      }
    }
    ${OAUTH_APP}
  `,
  variables: (input) => ({ input: oauthAppInput(input) }),
  present: ({ registerApp: { app, clientSecret, webhookSecret } }) => ({
    ...presentOAuthApp(app),
    client_secret: clientSecret,
    ...(webhookSecret !== null && { webhook_secret: webhookSecret }),
  }),
  fieldError: metadataError,
  headers: NO_STORE,
})
