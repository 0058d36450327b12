import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { databaseId } from '../../src/lib/graphql-client/node-id.ts'
import { presentWebhook, WEBHOOK } from '../shapes/webhook.ts'

/** GET /api/v3/webhooks/:id. */
export const getWebhook = endpoint({
  operation: 'getWebhook',
  document: graphql(
    /* GraphQL */ `
      query ($id: Int!) {
        webhook(by: { databaseId: $id }) {
          ...webhook
        }
      }
    `,
    [WEBHOOK],
  ),
  variables: ({ id }) => ({ id: databaseId(id) }),
  object: 'Webhook',
  present: ({ webhook }) => presentWebhook(webhook),
})
