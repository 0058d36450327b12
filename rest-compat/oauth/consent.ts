import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { NO_STORE } from '../shapes/no-store.ts'

/** POST /oauth/authorize/consent. */
export const consent = endpoint({
  operation: 'consent',
  document: graphql(/* GraphQL */ `
    mutation ($input: GrantConsentInput!) {
      grantConsent(input: $input) {
        redirectTo
      }
    }
  `),
  variables: (input) => ({
    input: {
      clientId: input.client_id,
      redirectUri: input.redirect_uri,
      scope: input.scope,
      actor: input.actor,
      targetOrganizationId: input.target_organization_id,
      state: input.state,
      grantedWebhookEvents: input.granted_webhook_events,
      codeChallenge: input.code_challenge,
      codeChallengeMethod: input.code_challenge_method,
    },
  }),
  present: ({ grantConsent: { redirectTo } }) => ({ redirect_to: redirectTo }),
  headers: NO_STORE,
})
