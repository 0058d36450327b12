import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { toAuthorizationRequest } from '../shapes/authorization-request.ts'
import { presentAppEvents } from '../shapes/webhook.ts'
import { lowerCase } from '../shapes/lower-case.ts'
import { NO_STORE } from '../shapes/no-store.ts'
import { presentPublicOrganization, PUBLIC_ORGANIZATION } from '../shapes/public-organization.ts'
import { scopeName } from '../shapes/scope.ts'

/** GET /oauth/authorize, the response in JSON. */
export const authorize = endpoint({
  operation: 'authorize',
  document: graphql(
    /* GraphQL */ `
      query ($request: AuthorizationRequestInput!) {
        consentRequest(request: $request) {
          app {
            clientId
            name
            owner {
              ...publicOrganization
            }
            webhookUrl
            subscribedWebhookEvents
          }
          redirectUri
          actorMode
          allowedActorModes
          requestedScopes {
            scope
            description
          }
          organizations {
            organization {
              ...publicOrganization
            }
            installed
          }
          state
        }
      }
    `,
    [PUBLIC_ORGANIZATION],
  ),
  // The only supported response type was validated with the other parameters.
  variables: ({ response_type: _, ...input }) => ({ request: toAuthorizationRequest(input) }),
  present: ({ consentRequest: { app, organizations, ...request } }) => ({
    app: {
      client_id: app.clientId,
      name: app.name,
      owner_organization: app.owner && presentPublicOrganization(app.owner),
      webhook_url: app.webhookUrl,
      subscribed_webhook_events: presentAppEvents(app.subscribedWebhookEvents),
    },
    redirect_uri: request.redirectUri,
    actor: lowerCase(request.actorMode),
    allowed_actor_modes: request.allowedActorModes.map(lowerCase),
    requested_scopes: request.requestedScopes.map(({ scope, description }) => ({
      name: scopeName(scope),
      description,
    })),
    organizations: organizations.map(({ organization, installed }) => ({
      ...presentPublicOrganization(organization),
      installed,
    })),
    state: request.state,
  }),
  fields: { actorMode: 'actor' },
  headers: NO_STORE,
})
