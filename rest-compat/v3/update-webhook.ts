import { endpoint } from '../endpoint.ts'
import { presentWebhook, WEBHOOK, type WebhookData } from '../shapes/webhook.ts'

/** PUT /api/v3/webhooks/:id. */
export const updateWebhook = endpoint<'updateWebhook', { updateWebhook: WebhookData }>({
  operation: 'updateWebhook',
  document: /* GraphQL */ `
    mutation ($id: ID!, $input: UpdateWebhookInput!) {
      updateWebhook(id: $id, input: $input) {
        ...webhook
      }
    }
    ${WEBHOOK}
  `,
  variables: ({ id, name, url, events, document, enabled }) => ({
    id,
    input: { name, url, events, document, enabled },
  }),
  present: ({ updateWebhook: webhook }) => presentWebhook(webhook),
})
