import { endpoint } from '../endpoint.ts'
import { DELIVERY, presentDelivery, type DeliveryData } from '../shapes/webhook-delivery.ts'

/** POST /api/v3/webhooks/:id/deliveries/:delivery_id/redeliver. */
export const redeliverWebhookDelivery = endpoint<'redeliverWebhookDelivery', { redeliver: DeliveryData }>({
  operation: 'redeliverWebhookDelivery',
  document: /* GraphQL */ `
    mutation ($id: ID!, $webhookId: ID!) {
      redeliver(id: $id, webhookId: $webhookId) {
        ...delivery
      }
    }
    ${DELIVERY}
  `,
  variables: ({ id, delivery_id }) => ({ id: delivery_id, webhookId: id }),
  present: ({ redeliver }) => presentDelivery(redeliver),
})
