import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
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
          customer {
            ...customer
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [CUSTOMER, USER_ERROR],
  ),
  variables: (input) => ({ input: { email: input.email, ...customerVariables(input) } }),
  present: ({ createCustomer: { customer } }) => presentCustomer(customer),
  fields: CUSTOMER_FIELDS,
  aliases: CUSTOMER_ALIASES,
})
