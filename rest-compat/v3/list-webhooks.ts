import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { pageVariables } from '../shapes/list.ts'
import { presentWebhook, WEBHOOK } from '../shapes/webhook.ts'

/** GET /api/v3/webhooks. */
export const listWebhooks = endpoint({
  operation: 'listWebhooks',
  document: graphql(
    /* GraphQL */ `
      query ($first: Int, $offset: Int) {
        webhooks(first: $first, offset: $offset) {
          nodes {
            ...webhook
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    `,
    [WEBHOOK],
  ),
  variables: pageVariables,
  present: ({ webhooks }) => ({ success: true, webhooks: webhooks.nodes.map(presentWebhook) }),
  hasNext: ({ webhooks }) => webhooks.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
