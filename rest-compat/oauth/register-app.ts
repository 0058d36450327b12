import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { metadataError, NO_STORE, OAUTH_APP, oauthAppInput, presentOAuthApp } from '../shapes/oauth-app.ts'

/** POST /oauth/apps. */
export const registerApp = endpoint({
  operation: 'registerApp',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: RegisterAppInput!) {
        registerApp(input: $input) {
          app {
            ...oauthApp
          }
          clientSecret
          webhookSecret
        }
      }
    `,
    [OAUTH_APP],
  ),
  variables: (input) => ({ input: oauthAppInput(input) }),
  present: ({ registerApp: { app, clientSecret, webhookSecret } }) => ({
    ...presentOAuthApp(app),
    client_secret: clientSecret,
    ...(webhookSecret !== null && { webhook_secret: webhookSecret }),
  }),
  fieldError: metadataError,
  headers: NO_STORE,
})
