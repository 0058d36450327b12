import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { NO_STORE } from '../shapes/no-store.ts'
import { OAUTH_APP, oauthAppInput, presentOAuthApp, REGISTRATION_ERRORS } from '../shapes/oauth-app.ts'

/** POST /oauth/apps. */
export const registerApp = endpoint({
  operation: 'registerApp',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: RegisterOAuthAppInput!) {
        registerOAuthApp(input: $input) {
          oauthApp {
            ...oauthApp
          }
          clientSecret
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
  variables: (input) => ({ input: oauthAppInput(input) }),
  present: ({ registerOAuthApp: { oauthApp, clientSecret, webhookSecret } }) => ({
    ...presentOAuthApp(oauthApp),
    client_secret: clientSecret,
    ...(webhookSecret && { webhook_secret: webhookSecret }),
  }),
  ...REGISTRATION_ERRORS,
  headers: NO_STORE,
})
