import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { largeNodeId, nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { DELIVERY, presentDelivery } from '../shapes/webhook-delivery.ts'

/** POST /api/v3/webhooks/:id/deliveries/:delivery_id/redeliver. */
export const redeliverWebhookDelivery = endpoint({
  operation: 'redeliverWebhookDelivery',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!, $webhookId: ID!) {
        redeliverWebhookDelivery(input: { id: $id, webhookId: $webhookId }) {
          webhookDelivery {
            ...delivery
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [DELIVERY, USER_ERROR],
  ),
  variables: ({ id, delivery_id }) => ({ id: largeNodeId('dlv', delivery_id), webhookId: nodeId('whk', id) }),
  present: ({ redeliverWebhookDelivery: { webhookDelivery } }) => presentDelivery(webhookDelivery),
})
