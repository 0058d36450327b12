import { endpoint } from '../endpoint.ts'
import {
  metadataError,
  NO_STORE,
  OAUTH_APP,
  oauthAppInput,
  presentOAuthApp,
  type OAuthAppData,
} from '../shapes/oauth-app.ts'

type Data = { updateApp: { app: OAuthAppData; webhookSecret: string | null } }

/** PUT and PATCH /oauth/apps/:client_id. */
export const updateApp = endpoint<'updateApp', Data>({
  operation: 'updateApp',
  document: /* GraphQL */ `
    mutation ($clientId: String!, $input: UpdateAppInput!) {
      updateApp(clientId: $clientId, input: $input) {
        app {
          ...oauthApp
        }
        webhookSecret
      }
    }
    ${OAUTH_APP}
  `,
  variables: ({ client_id: clientId, ...input }) => ({ clientId, input: oauthAppInput(input) }),
  present: ({ updateApp: { app, webhookSecret } }) => ({
    ...presentOAuthApp(app),
    ...(webhookSecret !== null && { webhook_secret: webhookSecret }),
  }),
  fieldError: metadataError,
  headers: NO_STORE,
})
