import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { DELIVERY, presentDelivery } from '../shapes/webhook-delivery.ts'

/** POST /api/v3/webhooks/:id/deliveries/:delivery_id/redeliver. */
export const redeliverWebhookDelivery = endpoint({
  operation: 'redeliverWebhookDelivery',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!, $webhookId: ID!) {
        redeliver(id: $id, webhookId: $webhookId) {
          ...delivery
        }
      }
    `,
    [DELIVERY],
  ),
  variables: ({ id, delivery_id }) => ({ id: delivery_id, webhookId: id }),
  present: ({ redeliver }) => presentDelivery(redeliver),
})
