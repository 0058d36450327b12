import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { metadataError, NO_STORE, OAUTH_APP, oauthAppInput, presentOAuthApp } from '../shapes/oauth-app.ts'

/** PUT and PATCH /oauth/apps/:client_id. */
export const updateApp = endpoint({
  operation: 'updateApp',
  document: graphql(
    /* GraphQL */ `
      mutation ($clientId: String!, $input: UpdateAppInput!) {
        updateApp(clientId: $clientId, input: $input) {
          app {
            ...oauthApp
          }
          webhookSecret
        }
      }
    `,
    [OAUTH_APP],
  ),
  variables: ({ client_id: clientId, ...input }) => ({ clientId, input: oauthAppInput(input) }),
  present: ({ updateApp: { app, webhookSecret } }) => ({
    ...presentOAuthApp(app),
    ...(webhookSecret !== null && { webhook_secret: webhookSecret }),
  }),
  fieldError: metadataError,
  headers: NO_STORE,
})
