import { endpoint } from '../endpoint.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/webhooks/:id. */
export const deleteWebhook = endpoint<'deleteWebhook', { deleteWebhook: { id: string } }>({
  operation: 'deleteWebhook',
  document: /* GraphQL */ `
    mutation ($id: ID!) {
      deleteWebhook(id: $id) {
        id
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  present: () => presentDeletion('Webhook'),
})
