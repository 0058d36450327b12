import { endpoint } from '../endpoint.ts'
import { pageVariables, type PageData } from '../shapes/list.ts'
import { presentWebhook, WEBHOOK, type WebhookData } from '../shapes/webhook.ts'

/** GET /api/v3/webhooks. */
export const listWebhooks = endpoint<'listWebhooks', { webhooks: PageData<WebhookData> }>({
  operation: 'listWebhooks',
  document: /* GraphQL */ `
    query ($first: Int, $page: Int) {
      webhooks(first: $first, page: $page) {
        nodes {
          ...webhook
        }
        pageInfo {
          hasNextPage
        }
      }
    }
    ${WEBHOOK}
  `,
  variables: pageVariables,
  present: ({ webhooks }) => ({ success: true, webhooks: webhooks.nodes.map(presentWebhook) }),
  hasNext: ({ webhooks }) => webhooks.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
