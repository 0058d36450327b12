import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { NO_STORE } from '../shapes/no-store.ts'
import { ORGANIZATION_SUMMARY, presentOrganization } from '../shapes/organization.ts'

/** GET /oauth/authorize, the response in JSON. */
export const authorize = endpoint({
  operation: 'authorize',
  document: graphql(
    /* GraphQL */ `
      query (
        $clientId: String!
        $redirectUri: String!
        $scope: String
        $actor: ActorMode
        $state: String
        $codeChallenge: String
        $codeChallengeMethod: String
      ) {
        consentRequest(
          clientId: $clientId
          redirectUri: $redirectUri
          scope: $scope
          actor: $actor
          state: $state
          codeChallenge: $codeChallenge
          codeChallengeMethod: $codeChallengeMethod
        ) {
          app {
            clientId
            name
            ownerOrganization {
              ...organizationSummary
            }
            webhookUrl
            subscribedWebhookEvents
          }
          redirectUri
          actor
          allowedActorModes
          requestedScopes {
            name
            description
          }
          organizations {
            organization {
              ...organizationSummary
            }
            installed
          }
          state
        }
      }
    `,
    [ORGANIZATION_SUMMARY],
  ),
  // The only supported response type was validated with the other parameters.
  variables: ({ response_type: _, ...input }) => ({
    clientId: input.client_id,
    redirectUri: input.redirect_uri,
    scope: input.scope,
    actor: input.actor,
    state: input.state,
    codeChallenge: input.code_challenge,
    codeChallengeMethod: input.code_challenge_method,
  }),
  present: ({ consentRequest: { app, organizations, ...request } }) => ({
    app: {
      client_id: app.clientId,
      name: app.name,
      owner_organization: presentOrganization(app.ownerOrganization),
      webhook_url: app.webhookUrl,
      subscribed_webhook_events: app.subscribedWebhookEvents,
    },
    redirect_uri: request.redirectUri,
    actor: request.actor,
    allowed_actor_modes: request.allowedActorModes,
    requested_scopes: request.requestedScopes.map(({ name, description }) => ({ name, description })),
    organizations: organizations.map(({ organization, installed }) => ({
      ...presentOrganization(organization),
      installed,
    })),
    state: request.state,
  }),
  headers: NO_STORE,
})
