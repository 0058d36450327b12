import type { components } from '../../openapi/types.ts'
import { endpoint } from '../endpoint.ts'
import { CUSTOMER, presentCustomer, type CustomerData } from '../shapes/customer.ts'

type ImportData = { customers: CustomerData[]; errors: components['schemas']['import-error'][] }

/** POST /api/v3/customers/import (specification 4.6). */
export const importCustomers = endpoint<'importCustomers', { importCustomers: ImportData }>({
  operation: 'importCustomers',
  document: /* GraphQL */ `
    mutation ($entries: [JSONObject!]!) {
      importCustomers(entries: $entries) {
        customers {
          ...customer
        }
        errors {
          index
          email
          message
          errors
        }
      }
    }
    ${CUSTOMER}
  `,
  // What is no object has no e-mail, and is told so in its place.
  variables: ({ customers }) => ({ entries: customers.map((entry) => (isObject(entry) ? entry : {})) }),
  present: ({ importCustomers: { customers, errors } }) => ({
    customers: customers.map(presentCustomer),
    errors: errors.map(({ index, email, message, errors: fields }) => ({
      index,
      email,
      message,
      errors: fields,
    })),
  }),
  fields: { entries: 'customers' },
})

const isObject = (entry: unknown) => typeof entry === 'object' && entry !== null && !Array.isArray(entry)
