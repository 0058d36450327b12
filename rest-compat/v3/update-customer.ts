import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import {
  CUSTOMER,
  CUSTOMER_ALIASES,
  CUSTOMER_FIELDS,
  customerVariables,
  presentCustomer,
} from '../shapes/customer.ts'

/** PUT /api/v3/customers/:id. */
export const updateCustomer = endpoint({
  operation: 'updateCustomer',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!, $input: UpdateCustomerInput!) {
        updateCustomer(id: $id, input: $input) {
          ...customer
        }
      }
    `,
    [CUSTOMER],
  ),
  variables: ({ id, ...input }) => ({ id, input: { email: input.email, ...customerVariables(input) } }),
  present: ({ updateCustomer }) => presentCustomer(updateCustomer),
  fields: CUSTOMER_FIELDS,
  aliases: CUSTOMER_ALIASES,
})
