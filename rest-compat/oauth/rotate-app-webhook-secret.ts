import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { NO_STORE } from '../shapes/no-store.ts'
import { OAUTH_APP, presentOAuthApp, unknownClient } from '../shapes/oauth-app.ts'

/** POST /oauth/apps/:client_id/rotate_webhook_secret. */
export const rotateAppWebhookSecret = endpoint({
  operation: 'rotateAppWebhookSecret',
  document: graphql(
    /* GraphQL */ `
      mutation ($clientId: String!) {
        rotateOAuthAppWebhookSecret(input: { app: { clientId: $clientId } }) {
          oauthApp {
            ...oauthApp
          }
          webhookSecret
          errors {
            ...userError
          }
        }
      }
    `,
    [OAUTH_APP, USER_ERROR],
  ),
  variables: ({ client_id: clientId }) => ({ clientId }),
  toError: unknownClient,
  present: ({ rotateOAuthAppWebhookSecret: { oauthApp, webhookSecret } }) => ({
    ...presentOAuthApp(oauthApp),
    webhook_secret: webhookSecret,
  }),
  headers: NO_STORE,
})
