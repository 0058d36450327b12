import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { OAUTH_APP, presentOAuthApp, unknownClient } from '../shapes/oauth-app.ts'

/** POST /oauth/apps/:client_id/resume. */
export const resumeApp = endpoint({
  operation: 'resumeApp',
  document: graphql(
    /* GraphQL */ `
      mutation ($clientId: String!) {
        resumeOAuthApp(input: { app: { clientId: $clientId } }) {
          oauthApp {
            ...oauthApp
          }
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
  present: ({ resumeOAuthApp: { oauthApp } }) => presentOAuthApp(oauthApp),
})
