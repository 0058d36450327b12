import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { presentAppEvents } from '../shapes/webhook.ts'
import { lowerCase } from '../shapes/lower-case.ts'
import { pageVariables } from '../shapes/list.ts'
import { unknownClient } from '../shapes/oauth-app.ts'
import { presentPublicOrganization, PUBLIC_ORGANIZATION } from '../shapes/public-organization.ts'
import { scopeNames } from '../shapes/scope.ts'
import { isoTimestamp } from '../../src/lib/graphql-client/timestamp.ts'

/** GET /oauth/apps/:client_id/installs. */
export const listAppInstalls = endpoint({
  operation: 'listAppInstalls',
  document: graphql(
    /* GraphQL */ `
      query ($clientId: String!, $first: Int, $offset: Int) {
        oauthApp(by: { clientId: $clientId }) {
          installs(first: $first, offset: $offset) {
            nodes {
              databaseId
              organization {
                ...publicOrganization
              }
              actorMode
              scopes
              webhookEvents
              createdAt
              updatedAt
            }
            pageInfo {
              hasNextPage
            }
          }
        }
      }
    `,
    [PUBLIC_ORGANIZATION],
  ),
  variables: ({ client_id: clientId, ...page }) => ({ clientId, ...pageVariables(page) }),
  object: 'OAuth app',
  toError: unknownClient,
  present: ({ oauthApp }) => ({
    success: true,
    installs: oauthApp.installs.nodes.map((install) => ({
      id: install.databaseId,
      organization: presentPublicOrganization(install.organization),
      actor: lowerCase(install.actorMode),
      scopes: scopeNames(install.scopes),
      webhook_events: presentAppEvents(install.webhookEvents),
      created_at: isoTimestamp(install.createdAt),
      updated_at: isoTimestamp(install.updatedAt),
    })),
  }),
  hasNext: ({ oauthApp }) => oauthApp.installs.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
