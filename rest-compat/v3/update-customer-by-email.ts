import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import {
  CUSTOMER,
  CUSTOMER_ALIASES,
  CUSTOMER_FIELDS,
  customerVariables,
  presentCustomer,
} from '../shapes/customer.ts'

/** PUT /api/v3/customers, with the customer identified by e-mail address. */
export const updateCustomerByEmail = endpoint({
  operation: 'updateCustomerByEmail',
  document: graphql(
    /* GraphQL */ `
      mutation ($email: String!, $input: UpdateCustomerInput!) {
        updateCustomerByEmail(email: $email, input: $input) {
          ...customer
        }
      }
    `,
    [CUSTOMER],
  ),
  variables: ({ email, ...input }) => ({ email, input: customerVariables(input) }),
  present: ({ updateCustomerByEmail }) => presentCustomer(updateCustomerByEmail),
  fields: CUSTOMER_FIELDS,
  aliases: CUSTOMER_ALIASES,
})
