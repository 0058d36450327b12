import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { databaseId } from '../../src/lib/graphql-client/node-id.ts'
import { dayBounds, pageVariables } from '../shapes/list.ts'
import { upperCase } from '../shapes/upper-case.ts'
import { DELIVERY, presentDelivery } from '../shapes/webhook-delivery.ts'

/** GET /api/v3/webhooks/:id/deliveries. */
export const listWebhookDeliveries = endpoint({
  operation: 'listWebhookDeliveries',
  document: graphql(
    /* GraphQL */ `
      query ($id: Int!, $filter: WebhookDeliveryFilter, $first: Int, $offset: Int) {
        webhook(by: { databaseId: $id }) {
          deliveries(filter: $filter, first: $first, offset: $offset) {
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
    id: databaseId(input.id),
    filter: {
      states: input.states?.map(upperCase),
      eventTypes: input.events?.map(upperCase),
      ...daysOf(input),
    },
  }),
  object: 'Webhook',
  present: ({ webhook }) => ({ success: true, deliveries: webhook.deliveries.nodes.map(presentDelivery) }),
  hasNext: ({ webhook }) => webhook.deliveries.pageInfo.hasNextPage,
  fields: { eventTypes: 'events', from: 'from_date', to: 'to_date', first: 'per_page' },
})

function daysOf(input: { from_date?: string; to_date?: string }) {
  const { createdFrom: from, createdTo: to } = dayBounds(input)
  return { from, to }
}
