import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { CUSTOMER, presentCustomer } from '../shapes/customer.ts'

/** GET /api/v3/customers/:id. */
export const getCustomer = endpoint({
  operation: 'getCustomer',
  document: graphql(
    /* GraphQL */ `
      query ($id: ID!) {
        customer(id: $id) {
          ...customer
        }
      }
    `,
    [CUSTOMER],
  ),
  variables: ({ id }) => ({ id }),
  present: ({ customer }) => presentCustomer(customer),
})
