import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/customers/:id. */
export const deleteCustomer = endpoint({
  operation: 'deleteCustomer',
  document: graphql(/* GraphQL */ `
    mutation ($id: ID!) {
      deleteCustomer(id: $id) {
        id
      }
    }
  `),
  variables: ({ id }) => ({ id }),
  present: () => presentDeletion('Customer'),
})
