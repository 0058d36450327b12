import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { nodeId } from '../node-id.ts'
import { USER_ERROR } from '../payload.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/customers/:id. */
export const deleteCustomer = endpoint({
  operation: 'deleteCustomer',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!) {
        deleteCustomer(input: { id: $id }) {
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  variables: ({ id }) => ({ id: nodeId('cus', id) }),
  present: () => presentDeletion('Customer'),
})
