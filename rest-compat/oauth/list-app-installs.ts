import type { components } from '../../openapi/types.ts'
import { endpoint } from '../endpoint.ts'
import { pageVariables, type PageData } from '../shapes/list.ts'
import { isoTimestamp, type Timestamp } from '../shapes/timestamp.ts'

type Documented = components['schemas']['oauth-app-install']

type InstallData = {
  id: string
  organization: { id: string; name: string; slug: string }
  actor: Documented['actor']
  scopes: string[]
  webhookEvents: Documented['webhook_events']
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** GET /oauth/apps/:client_id/installs. */
export const listAppInstalls = endpoint<'listAppInstalls', { oauthApp: { installs: PageData<InstallData> } }>(
  {
    operation: 'listAppInstalls',
    document: /* GraphQL */ `
      query ($clientId: String!, $first: Int, $page: Int) {
        oauthApp(clientId: $clientId) {
          installs(first: $first, page: $page) {
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
    `,
    variables: ({ client_id: clientId, ...page }) => ({ clientId, ...pageVariables(page) }),
    present: ({ oauthApp }) => ({ success: true, installs: oauthApp.installs.nodes.map(presentInstall) }),
    hasNext: ({ oauthApp }) => oauthApp.installs.pageInfo.hasNextPage,
    fields: { first: 'per_page' },
  },
)

function presentInstall({ organization, ...install }: InstallData): Documented {
  return {
    id: Number(install.id),
    organization: {
      id: Number(organization.id),
      name: organization.name,
      subdomain: organization.slug,
    },
    actor: install.actor,
    scopes: install.scopes,
    webhook_events: install.webhookEvents,
    created_at: isoTimestamp(install.createdAt),
    updated_at: isoTimestamp(install.updatedAt),
  }
}
