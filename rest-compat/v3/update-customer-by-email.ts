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

/** PUT and PATCH /api/v3/customers, with the customer identified by e-mail address. */
export const updateCustomerByEmail = endpoint({
  operation: 'updateCustomerByEmail',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: UpdateCustomerInput!) {
        updateCustomer(input: $input) {
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
  variables: ({ email, ...input }) => ({ input: { customer: { email }, ...customerVariables(input) } }),
  present: ({ updateCustomer: { customer } }) => presentCustomer(customer),
  fields: { ...CUSTOMER_FIELDS, 'customer.email': 'email' },
  aliases: CUSTOMER_ALIASES,
})
