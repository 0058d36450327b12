import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { toEventTypes } from '../shapes/event-types.ts'
import { presentWebhook, WEBHOOK, toHeadersInput } from '../shapes/webhook.ts'

/** PUT and PATCH /api/v3/webhooks/:id. */
export const updateWebhook = endpoint({
  operation: 'updateWebhook',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: UpdateWebhookInput!) {
        updateWebhook(input: $input) {
          webhook {
            ...webhook
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [WEBHOOK, USER_ERROR],
  ),
  variables: ({ id, events, headers, basic_auth, ...changes }) => ({
    input: {
      id: nodeId('whk', id),
      events: events && toEventTypes(events),
      ...toHeadersInput({ headers, basic_auth }),
      ...changes,
    },
  }),
  present: ({ updateWebhook: { webhook } }) => presentWebhook(webhook),
})
