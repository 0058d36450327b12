import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { toEventTypes } from '../shapes/event-types.ts'
import { toAuthorizationRequest } from '../shapes/authorization-request.ts'
import { NO_STORE } from '../shapes/no-store.ts'

/** POST /oauth/authorize/consent. */
export const consent = endpoint({
  operation: 'consent',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: GrantConsentInput!) {
        grantConsent(input: $input) {
          redirectTo
          oauthError {
            code
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  variables: (input) => ({
    input: {
      ...toAuthorizationRequest(input),
      targetOrganizationId: nodeId('org', input.target_organization_id),
      webhookEvents: input.granted_webhook_events && toEventTypes(input.granted_webhook_events),
    },
  }),
  present: ({ grantConsent: { redirectTo } }) => ({ redirect_to: redirectTo }),
  fields: { actorMode: 'actor', webhookEvents: 'granted_webhook_events' },
  headers: NO_STORE,
})
