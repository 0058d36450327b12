import { endpoint } from '../endpoint.ts'
import { dayBounds, pageVariables, type PageData } from '../shapes/list.ts'
import { DELIVERY, presentDelivery, type DeliveryData } from '../shapes/webhook-delivery.ts'

/** GET /api/v3/webhooks/:id/deliveries. */
export const listWebhookDeliveries = endpoint<
  'listWebhookDeliveries',
  { webhook: { deliveries: PageData<DeliveryData> } }
>({
  operation: 'listWebhookDeliveries',
  document: /* GraphQL */ `
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
    ${DELIVERY}
  `,
  variables: (input) => ({
    ...pageVariables(input),
    id: input.id,
    filter: { states: input.states, types: input.events, ...dayBounds(input) },
  }),
  present: ({ webhook }) => ({ success: true, deliveries: webhook.deliveries.nodes.map(presentDelivery) }),
  hasNext: ({ webhook }) => webhook.deliveries.pageInfo.hasNextPage,
  fields: { types: 'events', createdFrom: 'from_date', createdBefore: 'to_date', first: 'per_page' },
})
