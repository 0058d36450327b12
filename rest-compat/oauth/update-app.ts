import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { NO_STORE } from '../shapes/no-store.ts'
import { OAUTH_APP, oauthAppInput, presentOAuthApp, REGISTRATION_ERRORS } from '../shapes/oauth-app.ts'

/** PUT and PATCH /oauth/apps/:client_id. */
export const updateApp = endpoint({
  operation: 'updateApp',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: UpdateOAuthAppInput!) {
        updateOAuthApp(input: $input) {
          oauthApp {
            ...oauthApp
          }
          webhookSecret
          oauthError {
            code
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [OAUTH_APP, USER_ERROR],
  ),
  variables: ({ client_id: clientId, ...input }) => ({
    input: { app: { clientId }, ...oauthAppInput(input) },
  }),
  present: ({ updateOAuthApp: { oauthApp, webhookSecret } }) => ({
    ...presentOAuthApp(oauthApp),
    ...(webhookSecret && { webhook_secret: webhookSecret }),
  }),
  ...REGISTRATION_ERRORS,
  headers: NO_STORE,
})
