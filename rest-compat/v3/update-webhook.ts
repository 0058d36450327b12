import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { presentWebhook, WEBHOOK } from '../shapes/webhook.ts'

/** PUT /api/v3/webhooks/:id. */
export const updateWebhook = endpoint({
  operation: 'updateWebhook',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!, $input: UpdateWebhookInput!) {
        updateWebhook(id: $id, input: $input) {
          ...webhook
        }
      }
    `,
    [WEBHOOK],
  ),
  variables: ({ id, name, url, events, document, enabled }) => ({
    id,
    input: { name, url, events, document, enabled },
  }),
  present: ({ updateWebhook: webhook }) => presentWebhook(webhook),
})
