import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { INSTALL, presentInstall } from '../shapes/install.ts'

/** PATCH /oauth/installs/:id. */
export const narrowInstall = endpoint({
  operation: 'narrowInstall',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!, $scopes: [String!], $webhookEvents: [EventName!]) {
        narrowInstall(id: $id, scopes: $scopes, webhookEvents: $webhookEvents) {
          ...install
        }
      }
    `,
    [INSTALL],
  ),
  variables: ({ id, scopes, webhook_events, granted_webhook_events }) => ({
    id,
    scopes,
    webhookEvents: webhook_events ?? granted_webhook_events,
  }),
  present: ({ narrowInstall: install }) => ({ success: true, install: presentInstall(install) }),
  aliases: { webhook_events: 'granted_webhook_events' },
})
