import { endpoint } from '../endpoint.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/customers/:id. */
export const deleteCustomer = endpoint<'deleteCustomer', { deleteCustomer: { id: string } }>({
  operation: 'deleteCustomer',
  document: /* GraphQL */ `
    mutation ($id: ID!) {
      deleteCustomer(id: $id) {
        id
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  present: () => presentDeletion('Customer'),
})
