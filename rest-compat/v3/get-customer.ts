import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { databaseId } from '../../src/lib/graphql-client/node-id.ts'
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
