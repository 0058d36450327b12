import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { OAUTH_APP, presentOAuthApp } from '../shapes/oauth-app.ts'

/** POST /oauth/apps/:client_id/resume. */
export const resumeApp = endpoint({
  operation: 'resumeApp',
  document: graphql(
    /* GraphQL */ `
      mutation ($clientId: String!) {
        resumeApp(clientId: $clientId) {
          ...oauthApp
        }
      }
    `,
    [OAUTH_APP],
  ),
  variables: ({ client_id: clientId }) => ({ clientId }),
  present: ({ resumeApp: app }) => presentOAuthApp(app),
})
