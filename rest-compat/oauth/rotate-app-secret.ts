import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { NO_STORE } from '../shapes/no-store.ts'
import { OAUTH_APP, presentOAuthApp, unknownClient } from '../shapes/oauth-app.ts'

/** POST /oauth/apps/:client_id/rotate_secret. */
export const rotateAppSecret = endpoint({
  operation: 'rotateAppSecret',
  document: graphql(
    /* GraphQL */ `
      mutation ($clientId: String!) {
        rotateOAuthAppClientSecret(input: { app: { clientId: $clientId } }) {
          oauthApp {
            ...oauthApp
          }
          clientSecret
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
  present: ({ rotateOAuthAppClientSecret: { oauthApp, clientSecret } }) => ({
    ...presentOAuthApp(oauthApp),
    client_secret: clientSecret,
  }),
  headers: NO_STORE,
})
