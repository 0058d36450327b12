import { endpoint } from '../endpoint.ts'
import { OAUTH_APP, presentOAuthApp, type OAuthAppData } from '../shapes/oauth-app.ts'

/** POST /oauth/apps/:client_id/resume. */
export const resumeApp = endpoint<'resumeApp', { resumeApp: OAuthAppData }>({
  operation: 'resumeApp',
  document: /* GraphQL */ `
    mutation ($clientId: String!) {
      resumeApp(clientId: $clientId) {
        ...oauthApp
      }
    }
    ${OAUTH_APP}
  `,
  variables: ({ client_id: clientId }) => ({ clientId }),
  present: ({ resumeApp: app }) => presentOAuthApp(app),
})
