import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { NO_STORE, OAUTH_APP, presentOAuthApp } from '../shapes/oauth-app.ts'

/** POST /oauth/apps/:client_id/rotate_webhook_secret. */
export const rotateAppWebhookSecret = endpoint({
  operation: 'rotateAppWebhookSecret',
  document: graphql(
    /* GraphQL */ `
      mutation ($clientId: String!) {
        rotateWebhookSecret(clientId: $clientId) {
          app {
            ...oauthApp
          }
          webhookSecret
        }
      }
    `,
    [OAUTH_APP],
  ),
  variables: ({ client_id: clientId }) => ({ clientId }),
  present: ({ rotateWebhookSecret: { app, webhookSecret } }) => ({
    ...presentOAuthApp(app),
    webhook_secret: webhookSecret,
  }),
  headers: NO_STORE,
})
