import { endpoint } from '../endpoint.ts'
import {
  CUSTOMER,
  CUSTOMER_ALIASES,
  CUSTOMER_FIELDS,
  customerVariables,
  presentCustomer,
  type CustomerData,
} from '../shapes/customer.ts'

/** POST /api/v3/customers. */
export const createCustomer = endpoint<'createCustomer', { createCustomer: CustomerData }>({
  operation: 'createCustomer',
  document: /* GraphQL */ `
    mutation ($input: CreateCustomerInput!) {
      createCustomer(input: $input) {
        ...customer
      }
    }
    ${CUSTOMER}
  `,
  variables: (input) => ({ input: { email: input.email, ...customerVariables(input) } }),
  present: ({ createCustomer }) => presentCustomer(createCustomer),
  fields: CUSTOMER_FIELDS,
  aliases: CUSTOMER_ALIASES,
})
