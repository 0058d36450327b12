import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { OAUTH_APP, presentOAuthApp, unknownClient } from '../shapes/oauth-app.ts'

/** GET /oauth/apps/:client_id. */
export const getApp = endpoint({
  operation: 'getApp',
  document: graphql(
    /* GraphQL */ `
      query ($clientId: String!) {
        oauthApp(by: { clientId: $clientId }) {
          ...oauthApp
        }
      }
    `,
    [OAUTH_APP],
  ),
  variables: ({ client_id: clientId }) => ({ clientId }),
  object: 'OAuth app',
  toError: unknownClient,
  present: ({ oauthApp }) => presentOAuthApp(oauthApp),
})
