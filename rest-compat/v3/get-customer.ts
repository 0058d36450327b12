import { endpoint } from '../endpoint.ts'
import { CUSTOMER, presentCustomer, type CustomerData } from '../shapes/customer.ts'

/** GET /api/v3/customers/:id. */
export const getCustomer = endpoint<'getCustomer', { customer: CustomerData }>({
  operation: 'getCustomer',
  document: /* GraphQL */ `
    query ($id: ID!) {
      customer(id: $id) {
        ...customer
      }
    }
    ${CUSTOMER}
  `,
  variables: ({ id }) => ({ id }),
  present: ({ customer }) => presentCustomer(customer),
})
