import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { databaseId } from '../node-id.ts'
import { CUSTOMER, presentCustomer } from '../shapes/customer.ts'

/** GET /api/v3/customers/:id. */
export const getCustomer = endpoint({
  operation: 'getCustomer',
  document: graphql(
    /* GraphQL */ `
      query ($id: Int!) {
        customer(by: { databaseId: $id }) {
          ...customer
        }
      }
    `,
    [CUSTOMER],
  ),
  variables: ({ id }) => ({ id: databaseId(id) }),
  object: 'Customer',
  present: ({ customer }) => presentCustomer(customer),
})
