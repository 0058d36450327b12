import { endpoint } from '../endpoint.ts'
import { NO_STORE, OAUTH_APP, presentOAuthApp, type OAuthAppData } from '../shapes/oauth-app.ts'

type Data = { rotateWebhookSecret: { app: OAuthAppData; webhookSecret: string } }

/** POST /oauth/apps/:client_id/rotate_webhook_secret. */
export const rotateAppWebhookSecret = endpoint<'rotateAppWebhookSecret', Data>({
  operation: 'rotateAppWebhookSecret',
  document: /* GraphQL */ `
    mutation ($clientId: String!) {
      rotateWebhookSecret(clientId: $clientId) {
        app {
          ...oauthApp
        }
        webhookSecret
      }
    }
    ${OAUTH_APP}
  `,
  variables: ({ client_id: clientId }) => ({ clientId }),
  present: ({ rotateWebhookSecret: { app, webhookSecret } }) => ({
    ...presentOAuthApp(app),
    webhook_secret: webhookSecret,
  }),
  headers: NO_STORE,
})
