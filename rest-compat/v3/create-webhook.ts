import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { NO_STORE } from '../shapes/no-store.ts'
import { toEventTypes } from '../shapes/event-types.ts'
import { presentWebhook, WEBHOOK, toHeadersInput } from '../shapes/webhook.ts'

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
          errors {
            ...userError
          }
        }
      }
    `,
    [WEBHOOK, USER_ERROR],
  ),
  variables: ({ name, url, events, document, ...given }) => ({
    input: { name, url, events: toEventTypes(events), document, ...toHeadersInput(given) },
  }),
  present: ({ createWebhook: { webhook, secret } }) => ({ ...presentWebhook(webhook), secret }),
  headers: NO_STORE,
})
