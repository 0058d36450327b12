import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import {
  CUSTOMER,
  CUSTOMER_ALIASES,
  CUSTOMER_FIELDS,
  customerVariables,
  presentCustomer,
} from '../shapes/customer.ts'

/** PUT and PATCH /api/v3/customers/:id. */
export const updateCustomer = endpoint({
  operation: 'updateCustomer',
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
  variables: ({ id, ...input }) => ({
    input: { customer: { id: nodeId('cus', id) }, email: input.email, ...customerVariables(input) },
  }),
  present: ({ updateCustomer: { customer } }) => presentCustomer(customer),
  fields: CUSTOMER_FIELDS,
  aliases: CUSTOMER_ALIASES,
})
