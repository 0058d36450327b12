import { endpoint } from '../endpoint.ts'
import {
  CUSTOMER,
  CUSTOMER_FIELDS,
  customerVariables,
  presentCustomer,
  type CustomerData,
} from '../shapes/customer.ts'

/** PUT /api/v3/customers, the customer named by e-mail. */
export const updateCustomerByEmail = endpoint<
  'updateCustomerByEmail',
  { updateCustomerByEmail: CustomerData }
>({
  operation: 'updateCustomerByEmail',
  document: /* GraphQL */ `
    mutation ($email: String!, $input: UpdateCustomerInput!) {
      updateCustomerByEmail(email: $email, input: $input) {
        ...customer
      }
    }
    ${CUSTOMER}
  `,
  variables: ({ email, ...input }) => ({ email, input: customerVariables(input) }),
  present: ({ updateCustomerByEmail }) => presentCustomer(updateCustomerByEmail),
  fields: CUSTOMER_FIELDS,
})
