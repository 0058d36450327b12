import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/webhooks/:id. */
export const deleteWebhook = endpoint({
  operation: 'deleteWebhook',
  document: graphql(/* GraphQL */ `
    mutation ($id: ID!) {
      deleteWebhook(id: $id) {
        id
      }
    }
  `),
  variables: ({ id }) => ({ id }),
  present: () => presentDeletion('Webhook'),
})
