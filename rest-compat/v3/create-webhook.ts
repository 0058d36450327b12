import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { NO_STORE } from '../shapes/no-store.ts'
import { presentWebhook, WEBHOOK } from '../shapes/webhook.ts'

/** POST /api/v3/webhooks. */
export const createWebhook = endpoint({
  operation: 'createWebhook',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CreateWebhookInput!) {
        createWebhook(input: $input) {
          webhook {
            ...webhook
          }
          secret
        }
      }
    `,
    [WEBHOOK],
  ),
  variables: ({ name, url, events, document }) => ({ input: { name, url, events, document } }),
  present: ({ createWebhook: { webhook, secret } }) => ({ ...presentWebhook(webhook), secret }),
  headers: NO_STORE,
})
