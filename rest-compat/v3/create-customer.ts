import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import {
  CUSTOMER,
  CUSTOMER_ALIASES,
  CUSTOMER_FIELDS,
  customerVariables,
  presentCustomer,
} from '../shapes/customer.ts'

/** POST /api/v3/customers. */
export const createCustomer = endpoint({
  operation: 'createCustomer',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CreateCustomerInput!) {
        createCustomer(input: $input) {
          ...customer
        }
      }
    `,
    [CUSTOMER],
  ),
  variables: (input) => ({ input: { email: input.email, ...customerVariables(input) } }),
  present: ({ createCustomer }) => presentCustomer(createCustomer),
  fields: CUSTOMER_FIELDS,
  aliases: CUSTOMER_ALIASES,
})
