import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { pageVariables } from '../shapes/list.ts'
import { presentOrganization } from '../shapes/organization.ts'
import { isoTimestamp } from '../shapes/timestamp.ts'

/** GET /oauth/apps/:client_id/installs. */
export const listAppInstalls = endpoint({
  operation: 'listAppInstalls',
  document: graphql(/* GraphQL */ `
    query ($clientId: String!, $first: Int, $offset: Int) {
      oauthApp(clientId: $clientId) {
        installs(first: $first, offset: $offset) {
          nodes {
            id
            organization {
              id
              name
              slug
            }
            actor
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
  `),
  variables: ({ client_id: clientId, ...page }) => ({ clientId, ...pageVariables(page) }),
  present: ({ oauthApp }) => ({
    success: true,
    installs: oauthApp.installs.nodes.map((install) => ({
      id: Number(install.id),
      organization: presentOrganization({
        ...install.organization,
        databaseId: Number(install.organization.id),
      }),
      actor: install.actor,
      scopes: install.scopes,
      webhook_events: install.webhookEvents,
      created_at: isoTimestamp(install.createdAt),
      updated_at: isoTimestamp(install.updatedAt),
    })),
  }),
  hasNext: ({ oauthApp }) => oauthApp.installs.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
