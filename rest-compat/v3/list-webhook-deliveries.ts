import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { dayBounds, pageVariables } from '../shapes/list.ts'
import { DELIVERY, presentDelivery } from '../shapes/webhook-delivery.ts'

/** GET /api/v3/webhooks/:id/deliveries. */
export const listWebhookDeliveries = endpoint({
  operation: 'listWebhookDeliveries',
  document: graphql(
    /* GraphQL */ `
      query ($id: ID!, $filter: WebhookDeliveryFilter, $first: Int, $page: Int) {
        webhook(id: $id) {
          deliveries(filter: $filter, first: $first, page: $page) {
            nodes {
              ...delivery
            }
            pageInfo {
              hasNextPage
            }
          }
        }
      }
    `,
    [DELIVERY],
  ),
  variables: (input) => ({
    ...pageVariables(input),
    id: input.id,
    filter: { states: input.states, types: input.events, ...dayBounds(input) },
  }),
  present: ({ webhook }) => ({ success: true, deliveries: webhook.deliveries.nodes.map(presentDelivery) }),
  hasNext: ({ webhook }) => webhook.deliveries.pageInfo.hasNextPage,
  fields: { types: 'events', createdFrom: 'from_date', createdBefore: 'to_date', first: 'per_page' },
})
